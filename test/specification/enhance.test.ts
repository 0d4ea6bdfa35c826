import { expect, test, vi } from 'vitest'
import { aimed, forEachLoad, openBrowser, startScript } from './browser.ts'
import { Button, Form, Input, Link, Node, Toasts } from './elements.ts'

/** Tests the script that every page loads. */
forEachLoad()

test.each([
  ['cpf', '52998224725', '529.982.247-25'],
  ['phone', '4833331234', '(48) 3333-1234'],
  ['phone', '48999991234', '(48) 99999-1234'],
  ['cnpj', '11222333000181', '11.222.333/0001-81'],
  ['cep', '88010000', '88010-000'],
  ['money', '350000', 'R$ 3.500,00'],
])('§5 a masked field formats its input: %s %s', async (mask, typed, shown) => {
  const { touch, type } = openBrowser()
  await startScript()
  const field = new Input()
  field.dataset.mask = mask
  await touch(field)
  type(field, typed)
  expect(field.value).toBe(shown)
})

test('§5 a form is validated on submit, and then on every change', async () => {
  const form = Object.assign(new Form(), { dataset: { validate: 'reset-request' } })
  const email = Object.assign(new Input(), { name: 'email', id: 'email' })
  const message = Object.assign(new Node(), { dataset: { errorOf: 'email' } })
  form.fields = [email]
  form.inside.set('[data-error-of]', [message])
  form.inside.set('[aria-invalid="true"]:not(fieldset)', [email])
  const focused = vi.spyOn(email, 'focus')
  const { touch, type } = openBrowser({ input: [email] })
  await startScript()
  await touch(form)

  type(email, 'torto', form)
  expect(message.textContent, 'before it is sent').toBe('')
  const sent = new Event('submit', { cancelable: true })
  form.dispatchEvent(sent)
  expect(sent.defaultPrevented).toBe(true)
  expect(message.textContent).toBe('Email inválido')
  expect(email.attributes.get('aria-invalid')).toBe('true')
  expect(focused).toHaveBeenCalledOnce()

  type(email, '@exemplo.com.br', form)
  expect(message.textContent, 'after it is put right').toBe('')
  expect(email.attributes.has('aria-invalid')).toBe(false)
  email.value = ''
  form.dispatchEvent(aimed(new Event('change'), email))
  expect(message.textContent, 'after it is emptied').toBe('Email inválido')

  email.value = 'ana@exemplo.com.br'
  const again = new Event('submit', { cancelable: true })
  form.dispatchEvent(again)
  expect(again.defaultPrevented).toBe(false)
})

test.each([
  ['/tracking', true],
  ['/account', true],
  ['/contract', true],
  ['/payment', true],
  ['/services', false],
  // The current page.
  ['/payments', false],
])("§2 on the way to %s, after 300 ms: 'Verificando autenticação...' %s", async (path, said) => {
  const { document } = openBrowser()
  document.body.dataset.signInPages = '/tracking /payments /account /contract /payment'
  await startScript()
  document.dispatchEvent(aimed(new Event('click'), new Link(`http://localhost:3000${path}`)))
  await vi.advanceTimersByTimeAsync(299)
  expect(document.body.children).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  const signs = document.body.children.flatMap((sign) => (sign as Node).children)
  expect(signs.includes('Verificando autenticação...')).toBe(said)
})

test('§2 a password is shown and hidden again', async () => {
  const password = Object.assign(new Input(), { id: 'senha', type: 'password', form: null })
  const toggle = Object.assign(new Button(), {
    hidden: true,
    textContent: 'Mostrar',
    dataset: { passwordToggle: 'senha', hideLabel: 'Esconder' },
  })
  openBrowser({ '[data-password-toggle]': [toggle], input: [password] })
  await startScript()
  expect(toggle.hidden).toBe(false)
  toggle.dispatchEvent(new Event('click'))
  expect([password.type, toggle.textContent]).toEqual(['text', 'Esconder'])
  toggle.dispatchEvent(new Event('click'))
  expect([password.type, toggle.textContent]).toEqual(['password', 'Mostrar'])
})

test('§4 a form being sent disables its button, says so, and is not sent twice', async () => {
  const { document } = openBrowser()
  await startScript()
  const form = new Form()
  const button = Object.assign(new Button(), { textContent: 'Entrar', dataset: { busyLabel: 'Entrando...' } })
  const send = () => {
    const sent = aimed(new Event('submit', { cancelable: true }), form)
    document.dispatchEvent(Object.assign(sent, { submitter: button }))
    return sent
  }
  expect(send().defaultPrevented).toBe(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([button.disabled, button.textContent]).toEqual([true, 'Entrando...'])
  expect(send().defaultPrevented).toBe(true)
})

test('§9 at most three toasts, each for four seconds', async () => {
  const region = new Toasts()
  openBrowser({ '[data-toasts]': [region] })
  const { showToast } = await import('../../src/web/enhance/toasts.ts')
  const show = () => showToast({ title: 'Código PIX copiado!' })
  show()
  await vi.advanceTimersByTimeAsync(1_000)
  for (let time = 0; time < 3; time++) show()
  expect(region.items, 'the oldest leaves').toHaveLength(3)
  await vi.advanceTimersByTimeAsync(3_999)
  expect(region.items).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(region.items).toEqual([])
})

test('§4 a choice replaces the toast that asked for one, and the toast of an earlier choice', async () => {
  const region = new Toasts()
  const { document } = openBrowser({ '[data-toasts]': [region] })
  await startScript()
  const { showToast } = await import('../../src/web/enhance/toasts.ts')
  showToast({ tone: 'destructive', title: 'Selecione um plano' })
  const choice = Object.assign(new Input(), { dataset: { toast: 'Plano selecionado!' } })
  for (let time = 0; time < 2; time++) {
    document.dispatchEvent(aimed(new Event('change'), choice))
    expect(region.items.map(({ attributes }) => attributes.get('role'))).toEqual(['status'])
  }
})

test('§9 a toast waits while it is being read', async () => {
  const region = new Toasts()
  const { document } = openBrowser({ '[data-toasts]': [region] })
  await startScript()
  const choice = Object.assign(new Input(), { dataset: { toast: 'Plano selecionado!' } })
  document.dispatchEvent(aimed(new Event('change'), choice))
  const [toast] = region.items
  toast?.dispatchEvent(new Event('pointerenter'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(region.items).toHaveLength(1)
  toast?.dispatchEvent(new Event('pointerleave'))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(region.items).toEqual([])
})
