/*
 * Shows a sentence in a browser that is too old, instead of a blank page. Runs before the game's script and in browsers
 * that cannot parse that script, so it is plain ES5. It checks the features that each of the three engines added last.
 */
;(function () {
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    'CompressionStream' in window &&
    'CSS' in window &&
    CSS.supports('height', '100dvh') &&
    CSS.supports('container-type', 'size') &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)')
  if (isNewEnough) return
  // If the game's script can be parsed at all, it stops when this is set.
  document.documentElement.setAttribute('data-too-old', '')
  document.getElementById('root').innerHTML =
    '<main role="alert" class="too-old"><h1>This browser is too old for Inkling</h1>' +
    '<p>Please update it, or open this page in Chrome or Edge 111, Firefox 113, Safari 16.4, or a newer one.</p></main>'
})()
