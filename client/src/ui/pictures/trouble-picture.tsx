import { useOnline } from '../../platform/online.ts'
import { ErrorPicture, OfflinePicture } from './pictures.tsx'

/** For a screen that did not come: the plug that is out when the connection is gone, else the spilled ink. */
export function TroublePicture() {
  return useOnline() ? <ErrorPicture /> : <OfflinePicture />
}
