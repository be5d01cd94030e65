/** `1 photo`, `1,204 photos`. */
export const countPhotos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`)
