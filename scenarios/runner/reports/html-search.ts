/**
 * Shows the scenarios that contain every word of the search field. The field is hidden where scripts do not run, as in the
 * archive of a build server.
 */
export const SEARCH = `
const field = document.querySelector('#search')
const found = document.querySelector('#found')
const sections = [...document.querySelectorAll('main > section')]
const links = [...document.querySelectorAll('nav li')]
const texts = sections.map((section) => section.textContent.toLowerCase())
field.parentElement.hidden = false
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  sections.forEach((section, at) => {
    const isFound = words.every((word) => texts[at].includes(word))
    if (isFound) count++
    section.hidden = links[at].hidden = !isFound
  })
  found.textContent = words.length === 0 ? '' : count + ' of ' + sections.length
})
`
