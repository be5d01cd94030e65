export type ImageRequest = { photoId: number; kind: 'thumb' | 'preview'; signal?: AbortSignal }
export type ServedImage = { bytes: Uint8Array; type: string; etag: string }
