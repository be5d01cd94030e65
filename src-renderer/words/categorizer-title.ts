const titles: Record<string, string> = { nsfw_beta: 'Sensitivity', personal_photos: 'Scene' }

/** A categorizer's name in plain words. */
export function categorizerTitle(categorizer: string): string {
  return titles[categorizer] ?? categorizer.replaceAll('_', ' ')
}
