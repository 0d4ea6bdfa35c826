// Entry point in production. In a package this file is server.js, beside the program:
//
//     node server.js [web | worker] # both in one process, or one of them
//     node server.js <command> [options] # backup, restore, migrate, rekey, desk, doctor
//
// Plain JavaScript, so that an old Node can report what is missing.
const MAJOR = 24
const roles = ['all', 'web', 'worker']
const commands = ['backup', 'restore', 'migrate', 'rekey', 'desk', 'doctor']

const name = process.argv[2]
if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  fail(`É preciso o Node ${MAJOR} ou mais novo; este é o ${process.versions.node}.`)
}
if (name !== undefined && !roles.includes(name) && !commands.includes(name)) {
  fail(`Não conheço "${name}". Uso: node server.js [${[...roles, ...commands].join(' | ')}]`)
}
// A package is for a real shop; the demonstration runs only from the repository.
process.env.NODE_ENV ||= 'production'
if (name !== undefined && commands.includes(name)) {
  process.argv.splice(2, 1)
  await run(`scripts/${name}.ts`)
} else {
  if (name !== undefined) process.env.ROLE = name
  await run('src/main.ts')
}

async function run(path) {
  await import(new URL('src/platform/quick-resolution.ts', import.meta.url).href)
  return import(new URL(path, import.meta.url).href)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(2)
}
