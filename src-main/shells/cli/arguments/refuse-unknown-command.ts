import type { Command } from 'commander'

/**
 * A group such as `album` that lists something without a subcommand would take a wrong one, `album make X`, as
 * arguments of the list. The error names the existing subcommands.
 */
export function refuseUnknownCommand(group: Command): void {
  group.hook('preSubcommand', (_group, chosen) => {
    const [word = '-'] = group.args
    const isKnown = group.commands.some((each) => each.name() === word || each.aliases().includes(word))
    if (isKnown || word.startsWith('-') || chosen.registeredArguments.length > 0) return
    const names = group.commands.map((each) => each.name()).join(', ')
    group.error(`error: there is no ${group.name()} command "${word}"; there are: ${names}.`)
  })
}
