/** Capacity for `count` photos and some more: at a million photos each hundredth is two megabytes. */
export const roomFor = (photos: number): number => Math.ceil(photos * 1.01) + 500

/**
 * The next capacity when more photos arrive: everything is copied, so this happens only a few times in a large import.
 */
export const widerThan = (room: number): number => Math.ceil(room * 1.25) + 500
