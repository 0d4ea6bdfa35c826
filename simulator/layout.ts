import { createHash } from 'node:crypto'
import { type Html, html, raw } from './html.ts'
import type { HttpResponse } from './http.ts'

/** Renders a complete page in the simulator's layout, with the reminder that no real money moves. */
export function page({
  title,
  body,
  status = 200,
}: {
  title: string
  body: Html
  status?: number
}): HttpResponse {
  const document = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(css)}</style>
</head>
<body>
<header><div class="wrap"><a class="brand" href="/">${mark}<span>Simulador</span></a>
<p class="notice">Simulador — nenhum dinheiro real</p></div></header>
<main class="wrap">${body}</main>
<script>${raw(script)}</script>
</body>
</html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; script-src 'sha256-${scriptHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
    },
    body: document.text,
  }
}

const mark = raw(
  '<svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true"><path d="M6 16a11 11 0 0 1 22 0z" fill="#F2A33A"/><path d="M0 16h34v3H0z" fill="#0C5542"/></svg>',
)

/** Refreshes the live part of a page, if it has one, every few seconds. */
const script = `(() => {
  const live = document.querySelector('[data-live]')
  if (!live) return
  setInterval(async () => {
    if (document.hidden || live.matches(':active')) return
    try {
      const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } })
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-live]')
      if (!fresh || fresh.innerHTML === live.innerHTML) return
      const at = document.activeElement?.getAttribute?.('data-key')
      live.innerHTML = fresh.innerHTML
      if (at) live.querySelector('[data-key="' + CSS.escape(at) + '"]')?.focus()
    } catch {}
  }, 3000)
})()`

const scriptHash = createHash('sha256').update(script).digest('base64')

const css = `
:root{--paper:#FBF8F2;--surface:#fff;--sunk:#F3EEE4;--line:#E2DACB;--ink:#14241E;--ink-2:#47564F;--green:#0C5542;
--green-tint:#E2F0EA;--sun:#F2A33A;--sun-tint:#FDF1DC;--sun-ink:#6F4300;--bad:#A8281C;--bad-tint:#FBEAE7}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.wrap{max-width:1160px;margin-inline:auto;padding-inline:16px}
header{border-bottom:1px solid var(--line)}
header .wrap{display:flex;flex-wrap:wrap;gap:6px 16px;align-items:center;justify-content:space-between;padding-block:12px}
.brand{display:flex;gap:10px;align-items:center;font-weight:700;font-size:20px;color:inherit;text-decoration:none}
.notice{margin:0;padding:4px 12px;font-size:15px;border-radius:999px;background:var(--sun-tint);color:var(--sun-ink);font-weight:600}
main{padding-block:24px 64px}
h1,h2{line-height:1.15;letter-spacing:-.015em;margin:0 0 12px}
h1{font-size:28px}h2{font-size:22px}p{margin:0 0 12px}
.columns{display:grid;gap:32px;grid-template-columns:minmax(0,1fr)}
.card{background:var(--surface);border:1px solid var(--line);border-radius:14px;padding:16px;margin:0 0 14px}
.card header{border:0;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;justify-content:space-between;margin-bottom:10px}
.amount{font-size:22px;font-weight:700;font-variant-numeric:tabular-nums}
.status{padding:2px 10px;border-radius:999px;font-weight:600;font-size:15px;background:var(--sunk)}
.status.pending,.status.in_process,.status.in_mediation{background:var(--sun-tint);color:var(--sun-ink)}
.status.approved{background:var(--green-tint);color:var(--green)}
.status.rejected,.status.charged_back{background:var(--bad-tint);color:var(--bad)}
dl{display:grid;grid-template-columns:minmax(5.5rem,auto) minmax(0,1fr);gap:2px 12px;margin:0 0 12px}
dt{color:var(--ink-2)}dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
ul{list-style:none;margin:0;padding:0}
.deliveries li{border-top:1px solid var(--line);padding:6px 0;overflow-wrap:anywhere;font-size:15px}
.deliveries .delivered{color:var(--green);font-weight:600}.deliveries .abandoned,.deliveries .refused{color:var(--bad);font-weight:600}
.buttons{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 12px}
form{margin:0}
button{font:inherit;font-weight:600;line-height:1.2;min-height:44px;padding:0 16px;border-radius:999px;border:1.5px solid var(--green);background:transparent;color:var(--green);cursor:pointer}
button.main{background:var(--green);color:#fff}
button:hover{background:var(--green-tint)}button.main:hover{background:#083F31}
button.wide{width:100%;min-height:52px;font-size:17px}
:focus-visible{outline:3px solid var(--sun);outline-offset:2px}
label{display:flex;gap:10px;align-items:center;justify-content:space-between;min-height:44px;border-top:1px solid var(--line);padding:6px 0}
label small{display:block;color:var(--ink-2);font-size:15px}
input[type=checkbox]{width:22px;height:22px;accent-color:var(--green);flex:none}
input:not([type=checkbox]),select{font:inherit;min-height:44px;width:6.5rem;flex:none;padding:0 10px;border:1px solid #8A938D;border-radius:8px;background:#fff;color:inherit}
select{width:auto;padding-right:4px}
label+button,label+.buttons{margin-top:12px}
.faults>form{margin-bottom:12px}
.card>:last-child,.charge>div>:last-child{margin-bottom:0}
.charge>div+div{margin-top:14px}
code{font-size:15px;overflow-wrap:anywhere}
.alert{background:var(--sun-tint);color:var(--sun-ink);border-radius:8px;padding:10px 14px}
.narrow{max-width:30rem;margin-inline:auto}
@media(min-width:980px){.columns{grid-template-columns:minmax(0,1fr) 21rem;align-items:start}
.charge{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:24px}.charge header{grid-column:1/-1}.charge>div+div{margin-top:0}}
`
