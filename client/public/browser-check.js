/*
 * Says in a sentence that a browser is too old, where the game would leave a white page. Runs before the game's own
 * script, and in browsers that cannot read that: plain ES5. What is looked for came last to each of the three engines.
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
  // The game's script, where it can be read at all, then does nothing.
  document.documentElement.setAttribute('data-too-old', '')
  document.getElementById('root').innerHTML =
    '<main role="alert" class="too-old"><h1>This browser is too old for Inkling</h1>' +
    '<p>Please update it, or open this page in Chrome or Edge 111, Firefox 113, Safari 16.4, or a newer one.</p></main>'
})()
