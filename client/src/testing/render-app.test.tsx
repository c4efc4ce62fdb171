import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { attentiveUser } from './render-app.tsx'

function button() {
  const element = document.createElement('button')
  element.textContent = 'Play'
  render(null).container.append(element)
  return element
}

const MISSED = "'Play' was disabled, or had left the document, before it was clicked."

it('the user does not click a disabled element', async () => {
  const element = button()
  element.disabled = true
  await expect(attentiveUser().click(element)).rejects.toThrow(MISSED)
})

it('the user does not click an element that has left the document', async () => {
  const element = button()
  element.remove()
  await expect(attentiveUser().click(element)).rejects.toThrow(MISSED)
})

it('the user notices that an element leaves the document while it is pressed', async () => {
  const element = button()
  element.addEventListener('mousedown', () => element.remove())
  await expect(attentiveUser().click(element)).rejects.toThrow(MISSED)
})

it('the user may click an element that leaves the document because of the click', async () => {
  const element = button()
  element.addEventListener('click', () => element.remove(), { once: true })
  await attentiveUser().click(element)
  expect(element).not.toBeInTheDocument()
})
