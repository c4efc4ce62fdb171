import type { IncomingMessage } from 'node:http'

const OF_THIS_MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Why the proxy refuses a request: it is from a page of another site, which would act on the server as this machine; null
 * for clients and pages of this machine.
 */
export function refusalOf({ headers, url = '' }: IncomingMessage): string | null {
  const { host, origin } = headers
  if (!url.startsWith('/') || !URL.canParse(`http://recorded${url}`)) return `'${url}' is not a path`
  // A page of another site can make its own name resolve to this machine. Browsers always send a host.
  if (host !== undefined && !isOfThisMachine(`http://${host}`))
    return `the recording proxy does not answer to the host ${host}: call it at localhost`
  // Programs send no origin, or one that is not a website, such as capacitor://localhost.
  if (origin !== undefined && !isOfThisMachine(origin))
    return `the recording proxy refuses calls from pages of ${origin}: open the client at the address of the proxy`
  if (headers['sec-fetch-site'] === 'cross-site')
    return 'the recording proxy refuses calls from pages of other sites: open the client at the address of the proxy'
  return null
}

const isOfThisMachine = (url: string): boolean =>
  URL.canParse(url) && OF_THIS_MACHINE.test(new URL(url).hostname)
