/** Every area of the language in one file of the build, so that it is loaded at once. */
export const texts = import.meta.glob<Record<string, string>>('../messages/es/**/*.json', {
  eager: true,
  import: 'default',
})
