import { isConnectionLost, useOnline } from '../../platform/online.ts'
import { ErrorPicture, OfflinePicture, type PictureProps } from './pictures.tsx'

/**
 * The picture of a failed load: an unplugged cable if there is no connection, otherwise spilled ink. `error` also detects a
 * server that cannot be reached although the device is online.
 */
export function TroublePicture({ error, ...size }: PictureProps & { error?: unknown }) {
  const isOnline = useOnline()
  return isOnline && !isConnectionLost(error) ? <ErrorPicture {...size} /> : <OfflinePicture {...size} />
}
