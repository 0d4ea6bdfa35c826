import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { counted, numberText, sizeText } from '../../src/core/text.ts'
import { abandonedIn, backupsIn } from '../../src/platform/backup/manifest.ts'
import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { durationText, type OperatorConsole } from './console.ts'
import { backupFolderOf, makeBackup } from './make.ts'

const usage = [
  'Uso: npm run backup [-- --to <pasta>] [--keep <quantas>]',
  '  --to <pasta>      onde a cópia fica; senão, BACKUP_DIR ou backups na pasta de dados',
  '  --keep <quantas>  apaga as mais antigas, depois de feita a nova, e o que cópias interrompidas há mais de um dia deixaram',
].join('\n')

/**
 * Runs `npm run backup`: copies the database and the files, whether the shop is running or not.
 *
 * @returns exit code: 0 when the back-up is complete, 2 for wrong usage
 * @throws ConfigError, DataDirError, DatabaseError, KeyError or BackupError
 */
export async function runBackup(argv: readonly string[], around: OperatorConsole): Promise<number> {
  const options = optionsOf(argv)
  if (!options) {
    around.printError(usage)
    return 2
  }
  const config = parseConfig(around.env, localSecrets)
  const into = options.to ? resolve(options.to) : backupFolderOf(config)
  const began = around.now()
  const { database, close } = await connect({ config, attach: true, migrates: false })
  try {
    const { folder, manifest } = await makeBackup(database, { config, into })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    around.print(`Cópia feita em ${durationText(around.now().getTime() - began.getTime())}: ${folder}`)
    around.print(
      `  Linhas: ${numberText(rows)}, de ${manifest.tables.length} tabelas; arquivos: ${numberText(manifest.files.count)} (${sizeText(manifest.files.bytes)}).`,
    )
    around.print(
      `  Só abre com a ENCRYPTION_KEY de impressão ${manifest.keys.encryption}, que não está nela: guarde a chave em outro lugar.`,
    )
    if (options.keep !== undefined) {
      const removed = olderThan(folder, { into, keep: options.keep })
      for (const old of removed) rmSync(old, { recursive: true })
      for (const left of abandonedIn(into, { made: folder })) rmSync(left, { recursive: true })
      if (removed.length > 0)
        around.print(`  ${counted(removed.length, 'mais antiga apagada', 'mais antigas apagadas')}.`)
    }
    return 0
  } finally {
    await close()
  }
}

/** Returns the back-ups beyond the newest `keep`, oldest first. The one just made is always among those that are kept. */
function olderThan(made: string, { into, keep }: { into: string; keep: number }): string[] {
  const others = backupsIn(into).filter((folder) => folder !== made)
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}

function optionsOf(argv: readonly string[]): { to?: string; keep?: number } | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { to: { type: 'string' }, keep: { type: 'string' } },
    })
    if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep)) return undefined
    return {
      ...(values.to ? { to: values.to } : {}),
      ...(values.keep ? { keep: Number(values.keep) } : {}),
    }
  } catch {
    return undefined
  }
}
