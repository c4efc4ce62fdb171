import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * Serves a PostgreSQL server with TLS, as PostgreSQL does: the client asks for TLS in the clear, and gets an S.
 * @returns the port, and how to close it.
 */
export async function startTlsProxy(target: number): Promise<{ port: number; close: () => void }> {
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write('S')
      const secured = new TLSSocket(client, { isServer: true, key: KEY, cert: CERTIFICATE })
      const database = dial(target, '127.0.0.1')
      // A client that refuses the certificate ends the connection.
      secured.on('error', () => database.destroy())
      secured.on('close', () => database.destroy())
      database.on('error', () => secured.destroy())
      secured.pipe(database).pipe(secured)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

/** A self-signed certificate for localhost, valid for 100 years. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUA2nnINAwvGbuKMt6GZ5dz9YTkrkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIzNTU1MloYDzIxMjYxMTAy
MjM1NTUyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR5Da9BxWCgLXrNisKg3UVGSewzIYOyCT++n5EJo7R7TerisrM3E83E
rRW77Pqb6SNz3HmGwfr5bWp/JU+RVCK3o2kwZzAdBgNVHQ4EFgQUFCXOX5Zcwi00
chILbAhgInmtODIwHwYDVR0jBBgwFoAUFCXOX5Zcwi00chILbAhgInmtODIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAJyu/TTa3cMk9hEM8mgG08dE/7tVsI7wp9J9+uMeO9BBAiBk/4pe1z6A
tbBjC9jmK8s4SD2SDXjkUqB1xaU0bJGRag==
-----END CERTIFICATE-----
`

/** Its key, which secures nothing. */
const key = createPrivateKey({
  key: {
    ...new X509Certificate(CERTIFICATE).publicKey.export({ format: 'jwk' }),
    d: 'i3rOcpg3gA5sr14yyj-AbEkADs-SpFtiUn2MAAnwpTs',
  },
  format: 'jwk',
})
const KEY = key.export({ type: 'pkcs8', format: 'pem' })
