import { expect, test, vi } from 'vitest'
import { aimed, forEachLoad, openBrowser, startScript } from '../../specification/browser.ts'
import { Button, Dialog, Form, Input, Link, Node, Toasts, TypedEvent } from '../../specification/elements.ts'

/** What the script of every page does for people who go back, use the keyboard or hear the page. */
forEachLoad()

const pageshow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })
const keydown = (key: string) => Object.assign(new Event('keydown'), { key })

test('a submitted form is usable again once its page is restored from the history', async () => {
  const { document, window } = openBrowser()
  await startScript()
  const form = new Form()
  const button = Object.assign(new Button(), { textContent: 'Entrar', dataset: { busyLabel: 'Entrando...' } })
  const send = () => {
    const sent = aimed(new Event('submit', { cancelable: true }), form)
    document.dispatchEvent(Object.assign(sent, { submitter: button }))
    return sent
  }
  send()
  await vi.advanceTimersByTimeAsync(0)
  document.inside.set('form[data-busy]', [form])
  document.inside.set('button[data-busy]', [button])
  expect(button.attributes.get('aria-busy')).toBe('true')
  window.dispatchEvent(pageshow(false))
  expect([button.disabled, button.textContent]).toEqual([true, 'Entrando...'])
  window.dispatchEvent(pageshow(true))
  expect([button.disabled, button.textContent]).toEqual([false, 'Entrar'])
  expect(button.attributes.has('aria-busy')).toBe(false)
  expect(send().defaultPrevented).toBe(false)
})

test('a submit that was prevented, to show an error or a dialog, leaves its form usable', async () => {
  const { document } = openBrowser()
  await startScript()
  const form = new Form()
  const send = (isPrevented: boolean) => {
    const sent = aimed(new Event('submit', { cancelable: true }), form)
    if (isPrevented) sent.preventDefault()
    document.dispatchEvent(Object.assign(sent, { submitter: new Button() }))
    return sent
  }
  send(true)
  expect(send(false).defaultPrevented).toBe(false)
  expect(send(false).defaultPrevented, 'the same form sent twice').toBe(true)
})

test('each load of a look-up form gets its own id', async () => {
  const field = Object.assign(new Input(), { name: 'purchase', type: 'hidden', value: '' })
  openBrowser({ '[data-purchase]': [field] })
  await startScript()
  expect(field.value).toMatch(/^[0-9a-f-]{36}$/)
})

test('the password button says whether it shows the password, and hides it before sending', async () => {
  const form = new Form()
  const password = Object.assign(new Input(), { id: 'senha', type: 'password', form })
  const toggle = Object.assign(new Button(), { hidden: true, dataset: { passwordToggle: 'senha' } })
  openBrowser({ '[data-password-toggle]': [toggle], input: [password] })
  await startScript()
  toggle.dispatchEvent(new Event('click'))
  expect([password.type, toggle.attributes.get('aria-pressed')]).toEqual(['text', 'true'])
  form.dispatchEvent(new Event('submit'))
  expect(password.type).toBe('password')
  toggle.dispatchEvent(new Event('click'))
  toggle.dispatchEvent(new Event('click'))
  expect(toggle.attributes.get('aria-pressed')).toBe('false')
})

test('the rules of a new password are ticked as they are met, and a screen reader hears when all are', async () => {
  const rules = ['length', 'upper', 'lower', 'digit', 'symbol'].map((rule) =>
    Object.assign(new Node(), { dataset: { rule }, toggleAttribute: vi.fn() }),
  )
  let status = new Node()
  const parentElement = { after: (element: Node) => (status = element) }
  const list = Object.assign(new Node(), { dataset: { complete: 'Senha completa' }, parentElement })
  list.inside.set('[data-rule]', rules)
  const around = new Node()
  around.inside.set('.password-rules', [list])
  const field = Object.assign(new Input(), { dataset: { newPassword: '' } })
  const { touch, type } = openBrowser()
  await startScript()
  const closest = field.closest.bind(field)
  field.closest = (selector) => (selector === '.field' ? around : closest(selector))
  await touch(field)
  expect(status.attributes.get('role')).toBe('status')
  type(field, 'Senha1')
  expect(status.textContent).toBe('')
  expect(rules.map(({ toggleAttribute }) => toggleAttribute.mock.lastCall?.[1])).toEqual([
    ...[false, true, true, true, false],
  ])
  type(field, '!!')
  expect(status.textContent).toBe('Senha completa')
})

/** A page with two plans, of which `chosen` is, and its contracting dialog. */
function planPage({ chosen, isGated = false }: { chosen?: string; isGated?: boolean }) {
  const summaries = ['a-vista', 'entrada-5x'].map((planSummary) =>
    Object.assign(new Node(), { dataset: { planSummary }, hidden: true }),
  )
  const plan = Object.assign(new Input(), { name: 'plan' })
  const name = Object.assign(new Input(), { name: 'name', value: 'Ana', focus: vi.fn() })
  const cpf = Object.assign(new Input(), { name: 'cpf', focus: vi.fn() })
  const dialog = Object.assign(new Dialog(), { id: 'contratar' })
  dialog.inside.set('[data-plan-summary]', summaries)
  dialog.inside.set('input[name="plan"]', [plan])
  dialog.inside.set('.control', [name, cpf])
  const button = new Button()
  const radio = Object.assign(new Input(), { focus: vi.fn() })
  const form = Object.assign(new Form(), {
    dataset: { hire: 'contratar', missingTitle: 'Escolha um plano', ...(isGated && { hireGated: 'true' }) },
    fields: chosen === undefined ? [] : [Object.assign(new Input(), { name: 'plan', value: chosen })],
  })
  form.inside.set('button', [button])
  form.inside.set('input[name="plan"]', [radio])
  const toasts = new Toasts()
  const browser = openBrowser({ 'form[data-hire]': [form], dialog: [dialog], '[data-toasts]': [toasts] })
  return { ...browser, form, button, radio, dialog, summaries, plan, name, cpf, toasts }
}

test('the dialog of a chosen plan shows that plan alone, and focuses its first empty field', async () => {
  const { form, dialog, summaries, plan, name, cpf } = planPage({ chosen: 'entrada-5x' })
  await startScript()
  const sent = new Event('submit', { cancelable: true })
  form.dispatchEvent(sent)
  expect(sent.defaultPrevented).toBe(true)
  expect([dialog.isModal, plan.value]).toEqual([true, 'entrada-5x'])
  expect(summaries.map(({ hidden }) => hidden)).toEqual([true, false])
  expect([name.focus.mock.calls.length, cpf.focus.mock.calls.length]).toEqual([0, 1])
})

test('without a plan an alert says so, and the focus is on the plans', async () => {
  const { form, dialog, radio, toasts } = planPage({})
  await startScript()
  form.dispatchEvent(new Event('submit', { cancelable: true }))
  expect([dialog.isModal, radio.focus.mock.calls.length]).toEqual([false, 1])
  expect(toasts.items.map(({ attributes }) => attributes.get('role'))).toEqual(['alert'])
})

test('a gated button waits for a plan, also one that the browser restored', async () => {
  const { form, button, window } = planPage({ isGated: true })
  await startScript()
  expect(button.disabled).toBe(true)
  form.fields = [Object.assign(new Input(), { name: 'plan', value: 'a-vista' })]
  window.dispatchEvent(pageshow(true))
  expect(button.disabled).toBe(false)
  form.fields = []
  form.dispatchEvent(new Event('change'))
  expect(button.disabled).toBe(true)
})

test('a dialog that the server rendered open becomes a modal', async () => {
  const dialog = Object.assign(new Dialog(), { open: true })
  openBrowser({ 'dialog[open]': [dialog] })
  await startScript()
  expect(dialog.isModal).toBe(true)
})

test('Escape closes the menu and returns the focus to its button; other keys do neither', async () => {
  const summary = Object.assign(new Node(), { focus: vi.fn() })
  const menu = Object.assign(new Node(), { open: true })
  menu.inside.set('summary', [summary])
  openBrowser({ '[data-menu]': [menu] })
  await startScript()
  menu.dispatchEvent(keydown('ArrowDown'))
  expect([menu.open, summary.focus.mock.calls.length]).toEqual([true, 0])
  menu.dispatchEvent(keydown('Escape'))
  expect([menu.open, summary.focus.mock.calls.length]).toEqual([false, 1])
})

test('the menu closes on a press or a focus outside it, and on a page restored from the history', async () => {
  const item = new Node()
  const menu = Object.assign(new Node(), { contains: (other: Node) => other === menu || other === item })
  const { document, window } = openBrowser({ '[data-menu]': [menu] })
  vi.stubGlobal('Node', Node)
  vi.stubGlobal('FocusEvent', class extends Event {})
  await startScript()
  const staysOpen = (act: () => unknown) => {
    Object.assign(menu, { open: true })
    act()
    return (menu as Node & { open?: boolean }).open
  }
  const press = (target: Node) => document.dispatchEvent(aimed(new Event('pointerdown'), target))
  const leaveFor = (relatedTarget: Node) =>
    menu.dispatchEvent(Object.assign(new FocusEvent('focusout'), { relatedTarget }))
  expect([staysOpen(() => press(item)), staysOpen(() => leaveFor(item))]).toEqual([true, true])
  expect([staysOpen(() => press(document.body)), staysOpen(() => leaveFor(document.body))]).toEqual([
    ...[false, false],
  ])
  expect(staysOpen(() => window.dispatchEvent(pageshow(false)))).toBe(true)
  expect(staysOpen(() => window.dispatchEvent(pageshow(true)))).toBe(false)
})

test.each(['none', 'ctrlKey', 'metaKey', 'shiftKey'])(
  'a click opens a dialog or waits for a page here, but not in another tab: %s',
  async (modifier) => {
    const dialog = Object.assign(new Dialog(), { id: 'consulta' })
    const { document } = openBrowser({ dialog: [dialog] })
    document.body.dataset.signInPages = '/account'
    await startScript()
    const opener = Object.assign(new Node(), { dataset: { dialog: 'consulta' } })
    const click = (target: Node) =>
      document.dispatchEvent(Object.assign(aimed(new Event('click'), target), { [modifier]: true }))
    click(new Link('http://localhost:3000/account'))
    await vi.advanceTimersByTimeAsync(300)
    expect(document.body.children.length > 0).toBe(modifier === 'none')
    click(opener)
    expect(dialog.isModal).toBe(modifier === 'none')
  },
)

test('a closed dialog is gone from the address, so that a reload does not open it again', async () => {
  const dialog = Object.assign(new Dialog(), { open: true, dataset: { closeHref: '/services' } })
  openBrowser({ 'dialog[open]': [dialog] })
  const replaceState = vi.fn()
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/services?consulta=cpf')))
  vi.stubGlobal('CSS', { escape: String })
  await startScript()
  dialog.dispatchEvent(new Event('close'))
  expect(String(replaceState.mock.lastCall?.[2])).toBe('http://localhost:3000/services')
})

test('a toast appears in the half of the window without the control it is about, and inside an open dialog', async () => {
  const region = new Toasts()
  const { document } = openBrowser({ '[data-toasts]': [region] })
  vi.stubGlobal('innerHeight', 740)
  const { showToast } = await import('../../../src/web/enhance/toasts.ts')
  const sideFor = (top: number) => {
    const control = Object.assign(new Node(), { getBoundingClientRect: () => ({ top, bottom: top + 44 }) })
    showToast({ title: 'Código PIX copiado!' }, control as unknown as Element)
    return region.dataset.side
  }
  expect([sideFor(40), sideFor(640)]).toEqual(['bottom', 'top'])
  const dialog = Object.assign(new Dialog(), { contains: () => false })
  document.inside.set('dialog:modal', [dialog])
  const before = region.items.length
  sideFor(40)
  expect(dialog.children).toEqual([region])
  expect([before, region.items.length]).toEqual([2, 1])
  dialog.dispatchEvent(new Event('close'))
  expect(document.body.children).toEqual([region])
})

test('a toast stays while it has the focus or the pointer, and goes four seconds after', async () => {
  const region = new Toasts()
  openBrowser({ '[data-toasts]': [region] })
  const { showToast } = await import('../../../src/web/enhance/toasts.ts')
  for (const [begin, end] of [
    ['focusin', 'focusout'],
    ['pointerenter', 'pointerleave'],
  ] as const) {
    showToast({ title: 'Código PIX copiado!' }, null)
    const [item] = region.items
    item?.dispatchEvent(new Event(begin))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(region.items).toEqual([item])
    item?.dispatchEvent(new Event(end))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(region.items).toEqual([])
  }
})

test('a toast that nobody reads in four seconds stays for as long as it takes', async () => {
  const region = new Toasts()
  openBrowser({ '[data-toasts]': [region] })
  const { showToast } = await import('../../../src/web/enhance/toasts.ts')
  showToast({ title: '1 arquivo não foi guardado', text: 'Abra a foto e envie a captura. '.repeat(8) }, null)
  await vi.advanceTimersByTimeAsync(13_600)
  expect(region.items).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(region.items).toEqual([])
})

test('a fragment in the address does not take the focus from the field that is to have it', async () => {
  const field = Object.assign(new Input(), { focus: vi.fn() })
  const { document, window } = openBrowser({ '[autofocus]': [field] })
  const page = Object.assign(document, { readyState: 'loading', activeElement: document.body as Node })
  vi.stubGlobal('location', new URL('http://localhost:3000/account#documentos'))
  await startScript()
  expect(field.focus).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(field.focus).toHaveBeenCalledOnce()
  // A person who has begun to type elsewhere keeps the focus there.
  page.activeElement = new Input()
  window.dispatchEvent(new Event('load'))
  expect(field.focus).toHaveBeenCalledOnce()
})

test('copying without the Clipboard API returns the focus to its button', async () => {
  const { document } = openBrowser()
  const button = Object.assign(new Button(), { focus: vi.fn() })
  const execCommand = vi.fn(() => true)
  Object.assign(document, {
    activeElement: button,
    execCommand,
    createElement: () => Object.assign(new Input(), { select() {} }),
  })
  const { copyText } = await import('../../../src/web/enhance/clipboard.ts')
  expect(await copyText('000201')).toBe(true)
  expect(execCommand).toHaveBeenCalledWith('copy')
  expect(button.focus).toHaveBeenCalledOnce()
})

test('a code that could not be copied is announced as a failure', async () => {
  const region = new Toasts()
  const button = Object.assign(new Button(), { dataset: { copy: '000201', copyDone: 'Código PIX copiado!' } })
  const { document } = openBrowser({ '[data-copy]': [button], '[data-toasts]': [region] })
  const createElement = () => Object.assign(new Input(), { select() {} })
  Object.assign(document, { execCommand: () => false, createElement })
  await startScript()
  button.dispatchEvent(new Event('click'))
  await vi.advanceTimersByTimeAsync(0)
  expect(region.items.map((item) => item.getAttribute('role'))).toEqual(['alert'])
})

test('a masked field accepts a pasted number with its country code, and waits for the end of a composition', async () => {
  const { touch } = openBrowser()
  await startScript()
  const field = Object.assign(new Input(), { dataset: { mask: 'phone' }, maxLength: 15 })
  await touch(field)
  expect(field.maxLength).toBeGreaterThan('+55 (48) 99999-1234'.length)
  field.value = '48999991234'
  field.dispatchEvent(Object.assign(new TypedEvent('input'), { isComposing: true }))
  expect(field.value).toBe('48999991234')
  field.dispatchEvent(new Event('compositionend'))
  expect(field.value).toBe('(48) 99999-1234')
})

test('a masked field that has the focus before the script runs is masked', async () => {
  const field = Object.assign(new Input(), { dataset: { mask: 'cpf' }, value: '52998224725' })
  const { document } = openBrowser()
  Object.assign(document, { activeElement: field })
  await startScript()
  expect(field.value).toBe('529.982.247-25')
})

test('correcting a masked number in its middle keeps the cursor there', async () => {
  const field = Object.assign(new Input(), { dataset: { mask: 'cpf' }, value: '529.982.247-25' })
  const { document, touch } = openBrowser()
  await startScript()
  await touch(field)
  Object.assign(document, { activeElement: field })
  const setSelectionRange = vi.fn()
  Object.assign(field, { value: '5291.982.247-25', selectionStart: 4, setSelectionRange })
  field.dispatchEvent(new TypedEvent('input'))
  expect([field.value, setSelectionRange.mock.lastCall]).toEqual(['529.198.224-72', [5, 5]])
})

test('a masked field that the browser fills takes no focus from the field in which somebody types', async () => {
  const field = Object.assign(new Input(), { dataset: { mask: 'phone' } })
  const { document, touch } = openBrowser()
  await startScript()
  await touch(field)
  Object.assign(document, { activeElement: new Input() })
  const setSelectionRange = vi.fn()
  Object.assign(field, { value: '48999991234', setSelectionRange })
  field.dispatchEvent(new Event('input'))
  expect(field.value).toBe('(48) 99999-1234')
  // Safari gives the focus to a field whose selection is set.
  expect(setSelectionRange).not.toHaveBeenCalled()
})

test('a toast goes when its button is pressed', async () => {
  const item = Object.assign(new Node(), { remove: vi.fn() })
  const close = Object.assign(new Button(), { hidden: true })
  item.inside.set('[data-toast-close]', [close])
  const region = new Node()
  region.inside.set('[data-toast-item]', [item])
  openBrowser({ '[data-toasts]': [region] })
  await startScript()
  expect(close.hidden).toBe(false)
  close.dispatchEvent(new Event('click'))
  expect(item.remove).toHaveBeenCalledOnce()
})

test.each([
  [false, 'blocked'],
  [true, 'allowed'],
])('a form that needs cookies says so where they are blocked: %s', async (cookieEnabled, what) => {
  const notice = Object.assign(new Node(), { hidden: true })
  openBrowser({ '[data-without-cookies]:not([data-island] *)': [notice] })
  vi.stubGlobal('navigator', { cookieEnabled })
  await startScript()
  expect(notice.hidden, what).toBe(cookieEnabled)
})

test('the offer to install appears when the browser would show its own, and never after it was declined', async () => {
  const offer = Object.assign(new Node(), { hidden: true })
  const refuse = new Button()
  offer.inside.set('[data-install-refuse]', [refuse])
  const { window } = openBrowser({ '[data-install]': [offer] })
  const stored = new Map<string, string>()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  await startScript()
  const ask = () => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
  expect(ask(), "the browser's own offer").toBe(false)
  expect(offer.hidden).toBe(false)
  refuse.dispatchEvent(new Event('click'))
  expect(offer.hidden).toBe(true)
  ask()
  expect(offer.hidden).toBe(true)
})
