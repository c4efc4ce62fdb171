import { isConnectionLost, useOnline } from '../../platform/online.ts'
import { ErrorPicture, OfflinePicture } from './pictures.tsx'

/**
 * For a screen that did not load: an unplugged cable when the connection is lost, otherwise spilled ink. With the error
 * it also recognises a server that cannot be reached while the device considers itself connected.
 */
export function TroublePicture({ error }: { error?: unknown }) {
  const isOnline = useOnline()
  return isOnline && !isConnectionLost(error) ? <ErrorPicture /> : <OfflinePicture />
}
