import { contextBridge, ipcRenderer, webUtils } from 'electron'

// The page's own window; this script does not use the rest of the DOM.
declare const window: { postMessage(message: unknown, target: string, transfer?: readonly MessagePort[]): void }

ipcRenderer.on('lumafold:ports', (event) => window.postMessage('lumafold:ports', '*', event.ports))
// Chosen in the menu bar, which is outside the page.
ipcRenderer.on('lumafold:menu', (_event, action: string, isByKey: boolean) =>
  window.postMessage({ type: 'lumafold:menu', action, isByKey }, '*'),
)

contextBridge.exposeInMainWorld('lumafold', {
  /** Requests two ports, for the library's and the shell's calls, which arrive as a message `lumafold:ports`. */
  connect: () => ipcRenderer.send('lumafold:connect'),
  /** Sends the path of a dropped folder and returns an id for it; the path of a file created by a script is empty. */
  receiveDropped: (file: Parameters<typeof webUtils.getPathForFile>[0]) =>
    ipcRenderer.invoke('lumafold:dropped', webUtils.getPathForFile(file)),
})
