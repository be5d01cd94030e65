/** Shows the window on the whole screen, or no longer. Rejects if the browser does not allow it. */
export async function setFullscreen(isWanted: boolean): Promise<void> {
  if (isWanted === (document.fullscreenElement !== null)) return
  await (isWanted ? document.documentElement.requestFullscreen() : document.exitFullscreen())
}
