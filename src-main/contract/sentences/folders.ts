/** Why a watched folder is not available, is not read completely, or is not watched. */
export const folders = {
  connect: 'Connect its drive, or say where the folder is now (Locate in its menu, or "lumafold locate OLD NEW").',
  kept: 'Its photos are kept.',
  allowMac: 'Allow it in System Settings, Privacy & Security, Files and Folders.',
  allowWindows: 'Give this user the permission in the properties of the folder, Security.',
  allow: 'Give this user the permission, for example with "chmod u+rX", or ask the owner of the folder.',
  forbidden: '{path} may not be read ({code}).',
  absent: '{path} is not there.',
  isFile: '{path} is a file now, not a folder. Put the folder back.',
  unreadable: '{path} cannot be read ({code}). Check its drive or its connection.',
  otherVolume: 'Another drive, or the empty place of one, is at {path}.',
  emptied: '{path} is empty, and held photos.',
  keptUnlessRemoved: 'Its photos are kept; to let go of them, remove the folder from the library.',
  placesUnreadable: '{count, number} {count, plural, one {place} other {places}} cannot be read, for example {path}.',
  namesUnusable:
    '{count, number} {count, plural, one {name} other {names}} cannot be used since they are not valid UTF-8, for example {name}. Rename what they belong to, for example with "convmv -r -f latin1 -t utf8 --notest".',
  linksOutside:
    '{count, number} {count, plural, one {link leads} other {links lead}} out of the watched folders and {count, plural, one {is} other {are}} not followed, for example {path}. To see what is there, add the folder that it leads to, or allow it with "lumafold allow".',
  atIntervals: '{path} is looked through at intervals instead, so that changes show later.',
  noWatches: 'The system has no file watches left.',
  noMoreWatches: 'The system allows no further watching or no further open files.',
  raiseLimit:
    'Raise the limit with "sudo sysctl fs.inotify.{setting}={value}", and in a file below /etc/sysctl.d to keep it.',
  unheard: 'Changes cannot be heard of ({code}).',
} as const
