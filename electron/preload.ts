import { type IpcRendererEvent, contextBridge, ipcRenderer, webUtils } from 'electron'
import type { AtriumBridge } from './contract.ts'

/** The whole of what the page gets. The prefixes keep `adopt`, which carries a path, out of the page's reach. */
const bridge: AtriumBridge = {
  request: (channel, request) => ipcRenderer.invoke(`request:${channel}`, request),
  on: (event, listener) => {
    const relay = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]): void => listener(payload)
    ipcRenderer.on(`event:${event}`, relay)
    return () => void ipcRenderer.off(`event:${event}`, relay)
  },
  adopt: (file) => ipcRenderer.invoke('adopt', webUtils.getPathForFile(file)),
}

contextBridge.exposeInMainWorld('atrium', bridge)
