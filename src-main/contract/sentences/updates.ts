/** Why the program was not updated. */
export const updates = {
  notSigned:
    'The update is not signed by the publisher of this program, so it is not installed. Check the address of updates.',
  addressScheme: 'The address of updates begins with https://',
  addressNeeded: 'Name the address of updates first.',
  off: 'Updates are off, or this program cannot replace itself.',
  noneDownloaded: 'No update has been downloaded yet.',
  asInstalled: 'The program is updated as it was installed.',
  failed: 'The update did not succeed: {reason}.',
} as const
