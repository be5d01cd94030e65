import type { Command } from 'commander'
import { print } from '../output/output.ts'
import { exitMeanings } from '../surroundings/exit-codes.ts'

/** `lumafold manual` */
export function manualCommand(program: Command): void {
  program
    .command('manual')
    .description('print the manual page: lumafold manual | man -l -')
    .action(() => print(writeManual(program)))
}

/** The help of every command as a page for `man`, in the macros of man(7). */
function writeManual(program: Command): string {
  return [
    `.TH LUMAFOLD 1 "" ${quote(`lumafold ${program.version()}`)} "User Commands"`,
    '.SH NAME',
    `lumafold \\- ${escape(program.description())}`,
    '.SH SYNOPSIS',
    '.B lumafold',
    '.RI [ options ]',
    '.I command',
    '.RI [ arguments ]',
    '.SH OPTIONS',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => describe(command, command.name())),
    '.SH EXIT STATUS',
    ...exitMeanings.flatMap(([code, meaning]) => entry(String(code), meaning)),
    '.SH ENVIRONMENT',
    ...entry('LUMAFOLD_DATA_DIR', 'the folder of the library, models, settings and logs'),
    ...entry('NO_COLOR', 'honoured: no command prints colours'),
  ].join('\n')
}

/** A command, then those below it, each under its whole name. */
function describe(command: Command, name: string): string[] {
  const usage = command.usage()
  return [
    `.SS ${quote(`${name} ${usage}`.trim())}`,
    escape(command.description()),
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .flatMap((argument) => entry(argument.name(), argument.description)),
    ...optionsOf(command),
    ...command.commands.flatMap((each) => describe(each, `${name} ${each.name()}`)),
  ]
}

function optionsOf(command: Command): string[] {
  const help = command.createHelp()
  return help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .flatMap((option) => entry(help.optionTerm(option), help.optionDescription(option)))
}

const entry = (term: string, text: string): string[] => [
  '.TP',
  `.B ${quote(term)}`,
  escape(text.replace(' (default: [])', '')),
]

const quote = (text: string): string => `"${escape(text).replaceAll('"', String.raw`\(dq`)}"`

/** Text as roff shows it: hyphens that can be copied, and no line that begins a request. */
function escape(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`)
}
