/*
 * Shows a message in a browser that is too old, instead of a blank page; otherwise starts to load the results behind a
 * public link, which the game's script then finds loaded. Plain ES5, because it must run in browsers that
 * cannot parse the game's script. Tests for the required features that each of the three engines added last.
 */
;(function () {
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    'CompressionStream' in window &&
    'CSS' in window &&
    CSS.supports('height', '100dvh') &&
    CSS.supports('container-type', 'size') &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)')
  if (isNewEnough) return preloadResults()
  // The game's script does not start if this is set.
  document.documentElement.setAttribute('data-too-old', '')
  document.getElementById('root').innerHTML =
    '<main role="alert" class="too-old"><h1>This browser is too old for Inkling</h1>' +
    '<p>Please update it, or open this page in Chrome 111, Edge 111, Firefox 113, Safari 16.4 or newer.</p></main>'

  function preloadResults() {
    var link = /^\/public\/results\/([^/]+)\/?$/.exec(location.pathname)
    // The browser would also answer the call of a signed-in player with what it has loaded without the token.
    if (!link || isSignedIn()) return
    var preload = document.createElement('link')
    preload.rel = 'preload'
    preload.setAttribute('as', 'fetch')
    preload.setAttribute('crossorigin', 'anonymous')
    preload.href = ['/api/public/game', link[1], 'results'].join('/')
    document.head.appendChild(preload)
  }

  function isSignedIn() {
    try {
      return localStorage.getItem('authToken') !== null
    } catch (_) {
      // The browser refuses storage, so there is no session.
      return false
    }
  }
})()
