import { contextBridge, ipcRenderer, webUtils } from 'electron'

// The page's own window; this script has no other business with the DOM.
declare const window: { postMessage(message: string, target: string, transfer: readonly MessagePort[]): void }

ipcRenderer.on('lumafold:ports', (event) => window.postMessage('lumafold:ports', '*', event.ports))

contextBridge.exposeInMainWorld('lumafold', {
  /** Asks for two ports, which come as a message `lumafold:ports`: the library's calls and the shell's. */
  connect: () => ipcRenderer.send('lumafold:connect'),
  /** Passes on where a dropped folder lies and gives an id for it; the path of a file made by script is empty. */
  receiveDropped: (file: Parameters<typeof webUtils.getPathForFile>[0]) =>
    ipcRenderer.invoke('lumafold:dropped', webUtils.getPathForFile(file)),
})
