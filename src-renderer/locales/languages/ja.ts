/** Puts every area of the language into one file of the build, so that they are loaded at once. */
export const texts = import.meta.glob<Record<string, string>>('../messages/ja/**/*.json', {
  eager: true,
  import: 'default',
})
