/** Room for so many photos and some that come: at a million photos each hundredth is two megabytes. */
export const roomFor = (photos: number): number => Math.ceil(photos * 1.01) + 500

/** The room after so much, where more photos came: all is copied, so that it happens a few times in a large import. */
export const widerThan = (room: number): number => Math.ceil(room * 1.25) + 500
