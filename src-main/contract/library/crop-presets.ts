/**
 * The crop sizes that the export offers, in pixels; the first two are selected by default. Ids and sizes are unique.
 */
export const cropPresets = [
  { id: 'square', title: 'Square', width: 1080, height: 1080 },
  { id: 'portrait', title: 'Portrait', width: 1080, height: 1350 },
  { id: 'landscape', title: 'Landscape', width: 1920, height: 1080 },
  { id: 'story', title: 'Story', width: 1080, height: 1920 },
] as const
