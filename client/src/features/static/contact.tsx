import { useExtensions } from '../../session/server/extensions.ts'

/** How players reach the operator, if the server says so. */
export function Contact() {
  const { contact } = useExtensions()
  if (contact === null) return null
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(contact)
  return (
    <p>
      {'Contact: '}
      <a href={isAddress ? `mailto:${contact}` : contact} translate="no">
        {contact}
      </a>
    </p>
  )
}
