import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** How programs made by Emscripten take an instance of their own. */
export type InstantiateWasm = (
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance) => void,
) => WebAssembly.Exports

const modules = new Map<string, Promise<WebAssembly.Module>>()

/**
 * Makes instances of a WebAssembly file of a package, which is compiled for the first one: for JPEG XL, that takes
 * longer than decoding a small picture.
 */
export async function compileOnce(file: string): Promise<InstantiateWasm> {
  let compiled = modules.get(file)
  if (compiled === undefined) {
    compiled = readFile(createRequire(import.meta.url).resolve(file)).then((bytes) => WebAssembly.compile(bytes))
    modules.set(file, compiled)
    compiled.catch(() => modules.delete(file))
  }
  const module = await compiled
  return (imports, receive) => {
    const instance = new WebAssembly.Instance(module, imports)
    receive(instance)
    return instance.exports
  }
}
