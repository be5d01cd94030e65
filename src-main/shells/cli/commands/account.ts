import type { Command } from 'commander'
import type { Account } from '../../../service/ports/ports.ts'
import type { UsageReport } from '../../../service/ports/usage-report.ts'
import { formatTable, print, printJson } from '../output/output.ts'
import {
  databaseOption,
  findDataDir,
  withServiceData,
  type ServiceData,
  type ServiceDataOptions,
} from '../serving/service-data.ts'

type Options = ServiceDataOptions & { json?: boolean; name: string; plan?: string }

/**
 * `lumafold account create|list|rotate|delete`, also while the service is running, which notices at its next request.
 */
export function accountCommand(program: Command): void {
  const account = program.command('account').description('accounts of the analysis service ("lumafold service")')
  addAction(account, 'create', 'make an account; its key and secret are shown this once', createAccount, true)
    .option('--name <n>', 'what the account is for', 'Account')
    .option('--plan <p>', 'plan of the account (default: the default of the plan file)')
  addAction(account, 'list', 'list the accounts with what they used', listAccounts)
  addAction(account, 'rotate <key>', 'give an account a new secret; the old one ends at once', rotateSecret)
  addAction(account, 'delete <key>', 'delete an account with all that it stored', deleteAccount)
}

type Action = (data: ServiceData, options: Options, key: string) => void | Promise<void>

function addAction(account: Command, name: string, description: string, act: Action, mayBeNew = false): Command {
  return account
    .command(name)
    .description(description)
    .option('--data <dir>', "data folder of the service (default: in the user's data folder)")
    .addOption(databaseOption())
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (...given: unknown[]) => {
      const command = given.at(-1) as Command
      const options = command.opts<Options>()
      await withServiceData(findDataDir(options), { mayBeNew, database: options.database }, (data) =>
        act(data, options, command.args[0] ?? ''),
      )
    })
}

const createAccount: Action = async ({ accounts, plans }, { name, plan, json }) => {
  const { account, secret } = await accounts.create({ name, plan: plan ?? plans.standard })
  if (json) return printJson({ key: account.key, secret, name: account.name, plan: account.plan.name })
  print(
    `Created the account "${account.name}" with the plan "${account.plan.title}". The secret is shown only this once.`,
  )
  printCredentials(account.key, secret)
}

const rotateSecret: Action = async ({ accounts }, { json }, key) => {
  const secret = await accounts.rotate(key)
  if (json) return printJson({ key, secret })
  print('The account has a new secret, which is shown only this once; the old one has ended.')
  printCredentials(key, secret)
}

const deleteAccount: Action = async ({ accounts }, { json }, key) => {
  const { name } = await accounts.remove(key)
  if (json) return printJson({ key, name })
  print(
    `Deleted the account "${name}". What it stored is deleted as well: at once where the service is running, else when it starts.`,
  )
}

const listAccounts: Action = async ({ accounts, usage }, { json }) => {
  const all = await Promise.all(
    (await accounts.list()).map(async (account) => ({ account, used: await usage.report(account) })),
  )
  if (json) return printJson(all.map(({ account, used }) => toJson(account, used)))
  if (all.length === 0) return print('There are no accounts yet: make one with "lumafold account create".')
  const rows = all.map(({ account, used }) => [
    account.key,
    account.name,
    account.plan.title,
    String(used.daily_processed),
    String(used.monthly_processed),
    String(used.total_processed),
  ])
  for (const line of formatTable([['key', 'name', 'plan', 'today', 'this month', 'in all'], ...rows])) print(line)
}

const toIso = (ms: number) => new Date(ms).toISOString()

function toJson({ key, name, plan, createdMs }: Account, used: UsageReport) {
  return {
    key,
    name,
    plan: plan.name,
    created_at: toIso(createdMs),
    last_used_at: used.last_usage === 0 ? null : toIso(used.last_usage * 1000),
    processed: { today: used.daily_processed, month: used.monthly_processed, total: used.total_processed },
    requests: { today: used.daily_requests, month: used.monthly_requests, total: used.total_requests },
  }
}

/** Prints key and secret in the form that is shown once. */
export function printCredentials(key: string, secret: string): void {
  print(`  key:    ${key}`)
  print(`  secret: ${secret}`)
}
