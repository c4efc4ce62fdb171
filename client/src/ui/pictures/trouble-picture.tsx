import { isConnectionLost, useOnline } from '../../platform/online.ts'
import { ErrorPicture, OfflinePicture } from './pictures.tsx'

/**
 * For a screen that did not come: the plug that is out when the connection is gone, else the spilled ink. With the error
 * it also knows of a server that cannot be reached while the device believes itself connected.
 */
export function TroublePicture({ error }: { error?: unknown }) {
  const isOnline = useOnline()
  return isOnline && !isConnectionLost(error) ? <ErrorPicture /> : <OfflinePicture />
}
