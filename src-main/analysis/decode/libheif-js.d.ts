/** The part of libheif's WebAssembly build that decoding uses; the package's own declarations name another file. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Opaque<Name extends string> = { readonly kind: Name; readonly code?: unknown; readonly message?: unknown }
  export type HeifContext = Opaque<'context'>
  export type HeifHandle = Opaque<'handle'>
  export type HeifImage = Opaque<'image'>
  export type HeifDecoded = {
    code?: unknown
    message?: unknown
    image?: HeifImage
    channels: { width: number; height: number; stride: number; data: Uint8Array }[]
  }
  export type HeifLibrary = {
    heif_error_code: { heif_error_Ok: unknown }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown }
    heif_context_alloc(): HeifContext
    heif_context_free(context: HeifContext): void
    heif_context_read_from_memory(context: HeifContext, bytes: Uint8Array): { code: unknown; message: unknown }
    heif_js_context_get_primary_image_handle(context: HeifContext): HeifHandle
    heif_image_handle_get_width(handle: HeifHandle): number
    heif_image_handle_get_height(handle: HeifHandle): number
    heif_image_handle_release(handle: HeifHandle): void
    heif_image_release(image: HeifImage): void
    heif_js_decode_image2(handle: HeifHandle, colorspace: unknown, chroma: unknown): HeifDecoded
  }
  export default function createLibrary(): HeifLibrary
}
