import { Argument, type Command, type Option } from 'commander'
import { print } from '../output/output.ts'

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish }

/** `lumafold completion SHELL` */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(writers)))
    .addHelpText(
      'after',
      `
Bash, in ~/.bashrc:                     eval "$(lumafold completion bash)"
Zsh, in ~/.zshrc, after compinit:       eval "$(lumafold completion zsh)"
Fish, in ~/.config/fish/config.fish:    lumafold completion fish | source`,
    )
    .action((shell: keyof typeof writers) => print(writers[shell](levelsOf(program))))
}

/** What can follow the words of a command. */
type Level = {
  /** `/album/create`; empty for the program itself. */
  at: string
  /** Commands below it, or the words of which its first argument is one. */
  commands: { name: string; description: string }[]
  options: Option[]
}

/** Every command with all below it; options of the program are understood after each. */
function levelsOf(program: Command): Level[] {
  const general = [...program.createHelp().visibleOptions(program)].filter(({ long }) => long !== '--version')
  const levels: Level[] = []
  const add = (command: Command, at: string) => {
    const own = command.createHelp().visibleOptions(command)
    const known = new Set(own.map(({ long }) => long))
    levels.push({
      at,
      commands: [
        ...command.commands.map((each) => ({ name: each.name(), description: each.description() })),
        ...wordsOf(command.registeredArguments[0]),
      ],
      options: [...own, ...general.filter(({ long }) => !known.has(long))],
    })
    for (const each of command.commands) add(each, `${at}/${each.name()}`)
  }
  add(program, '')
  return levels
}

const wordsOf = (argument: Argument | undefined): Level['commands'] =>
  (argument?.argChoices ?? []).map((name) => ({ name, description: argument!.description }))

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined)

/** The options that take one of a few words, with these words. */
const choicesOf = (levels: readonly Level[]): { at: string; flags: string[]; words: readonly string[] }[] =>
  levels.flatMap(({ at, options }) =>
    options.flatMap((option) =>
      option.argChoices === undefined ? [] : [{ at, flags: flagsOf(option), words: option.argChoices }],
    ),
  )

/** Places of commands, for the `case` in which a shell follows the words that are written already. */
const placesOf = (levels: readonly Level[]): string => levels.flatMap(({ at }) => (at === '' ? [] : [at])).join('|')

/** Words in single quotes, as all three shells read them. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function writeBash(levels: readonly Level[]): string {
  const choices = choicesOf(levels).map(
    ({ at, flags, words }) =>
      `    ${flags.map((flag) => quote(`${at} ${flag}`)).join('|')}) words=${quote(words.join(' '))} ;;`,
  )
  const cases = levels.map(
    ({ at, commands, options }) =>
      `    ${quote(at)}) words=${quote([...commands.map(({ name }) => name), ...options.flatMap(flagsOf)].join(' '))} ;;`,
  )
  return `# Completion of lumafold for bash; "lumafold completion bash" prints it.
_lumafold() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${placesOf(levels)}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $before" in
${choices.join('\n')}
  esac
  [[ -n $words ]] || case "$at" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _lumafold lumafold`
}

function writeZsh(levels: readonly Level[]): string {
  const describe = (name: string, description: string) =>
    quote(`${name.replaceAll(':', String.raw`\:`)}:${description}`)
  const cases = levels.map(({ at, commands, options }) =>
    [
      `    (${quote(at)})`,
      `      commands=(${commands.map(({ name, description }) => describe(name, description)).join(' ')})`,
      `      options=(${options.flatMap((option) => flagsOf(option).map((flag) => describe(flag, option.description))).join(' ')}) ;;`,
    ].join('\n'),
  )
  const choices = choicesOf(levels).map(
    ({ at, flags, words }) =>
      `    (${flags.map((flag) => quote(`${at} ${flag}`)).join('|')}) compadd -- ${words.map(quote).join(' ')}; return ;;`,
  )
  return `#compdef lumafold
# Completion of lumafold for zsh; "lumafold completion zsh" prints it.
_lumafold() {
  local at='' word
  local -a commands options
  for word in \${words[2,CURRENT-1]}; do
    case "$at/$word" in
      (${placesOf(levels)}) at="$at/$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choices.join('\n')}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( \${#commands} )); then
    _describe command commands || _files
  else
    _files
  fi
}
if [ "\${funcstack[1]}" = _lumafold ]; then _lumafold "$@"; else compdef _lumafold lumafold; fi`
}

function writeFish(levels: readonly Level[]): string {
  const lines = levels.flatMap(({ at, commands, options }) => {
    const rule = `complete -c lumafold -n ${quote(`test (__lumafold_at) = ${quoteFish(at)}`)}`
    return [
      ...commands.map(({ name, description }) => `${rule} -f -a ${quoteFish(name)} -d ${quoteFish(description)}`),
      ...options.map((option) => `${rule} ${describeFish(option)}`),
    ]
  })
  return `# Completion of lumafold for fish; "lumafold completion fish" prints it.
function __lumafold_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at/$word"
      case ${levels.flatMap(({ at }) => (at === '' ? [] : [quoteFish(at)])).join(' ')}
        set at "$at/$word"
    end
  end
  echo "$at"
end
${lines.join('\n')}`
}

function describeFish(option: Option): string {
  const { short, long, required, argChoices, description } = option
  return [
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    ...(long === undefined ? [] : [`-l ${long.slice(2)}`]),
    ...(argChoices === undefined ? [] : [`-x -a ${quoteFish(argChoices.join(' '))}`]),
    ...(required && argChoices === undefined ? ['-r'] : []),
    `-d ${quoteFish(description)}`,
  ].join(' ')
}

/** Fish reads a backslash before a quote within single quotes. */
const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
