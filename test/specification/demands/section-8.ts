import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { buyer, type Fixture, PASSWORD } from '../fixture.ts'
import { once, recovering } from '../page-checks.ts'
import { pointers } from '../pointers.ts'
import { company, individual, upload } from '../samples.ts'
import { approve, decide } from './section-4.ts'

const strong = 'Ipe-Amarelo@88'
const changed = { newPassword: strong, confirmNewPassword: strong }
const again = 'Tente novamente em alguns instantes.'

const table = demandsOf('§8', [
  {
    item: 'Login failure',
    says: 'Erro no login / Email ou senha inválidos.',
    async check(fixture) {
      const { email } = await fixture.customer()
      const page = await fixture
        .stranger()
        .send('/auth', { intent: 'sign-in', email, password: 'Errada@123' })
      expect(page.toasts).toEqual(['Erro no login / Email ou senha inválidos.'])
      expect(page.whole).toContain('class="toast toast-destructive"')
    },
  },
  {
    item: 'Login success',
    says: 'Login realizado com sucesso! / Bem-vindo de volta!',
    async check(fixture) {
      const { email } = await fixture.customer()
      const page = await fixture.stranger().send('/auth', { intent: 'sign-in', email, password: PASSWORD })
      expect(page.toasts).toEqual(['Login realizado com sucesso! / Bem-vindo de volta!'])
    },
  },
  {
    item: 'Signup failure (auth tab)',
    says: 'Erro ao criar conta',
    async check(fixture) {
      once(fixture.web.app.identity, 'signUp').refuses('password_weak')
      const page = await fixture.stranger().send('/auth?aba=criar-conta', signUp('falha@exemplo.com.br'))
      expect(page.toasts).toEqual([expect.stringMatching(/^Erro ao criar conta \/ .+/)])
    },
  },
  {
    item: 'Signup failure (create-account)',
    says: 'Erro ao criar conta',
    async check(fixture) {
      once(fixture.web.app.identity, 'signUp').refuses('documento_invalid')
      const page = await fixture.stranger().send('/create-account', account('falha@exemplo.com.br'))
      expect(page.toasts).toEqual(['Erro ao criar conta / Documento inválido'])
    },
  },
  ...(
    [
      ['auth tab', '/auth?aba=criar-conta', signUp],
      ['create-account', '/create-account', account],
    ] as const
  ).map(([item, path, fields]) => ({
    item: `Signup success (${item})`,
    says: 'Conta criada com sucesso! / Verifique seu email para confirmar a conta.',
    async check(fixture: Fixture) {
      const page = await fixture.stranger().send(path, fields(`${item.replace(' ', '-')}@exemplo.com.br`))
      expect(page.toasts).toEqual(['Conta criada com sucesso! / Verifique seu email para confirmar a conta.'])
    },
  })),
  {
    item: 'Reset failure',
    says: 'Erro ao enviar email',
    async check(fixture) {
      const person = fixture.stranger()
      const ask = () =>
        person.send('/auth?aba=esqueci-senha', { intent: 'reset-request', email: 'muitas@exemplo.com.br' })
      for (let time = 0; time < 5; time++) await ask()
      expect((await ask()).toasts).toEqual([expect.stringMatching(/^Erro ao enviar email \/ .+/)])
    },
  },
  {
    item: 'Reset success',
    says: 'Email enviado! / Verifique seu email para redefinir a senha.',
    async check(fixture) {
      const page = await fixture
        .stranger()
        .send('/auth?aba=esqueci-senha', { intent: 'reset-request', email: 'ana@exemplo.com.br' })
      expect(page.toasts).toEqual(['Email enviado! / Verifique seu email para redefinir a senha.'])
    },
  },
  {
    item: 'Recovery failure, refused',
    says: 'Erro ao definir nova senha',
    async check(fixture) {
      const page = await fixture.stranger().send('/auth?recuperacao=1', { intent: 'recovery', ...changed })
      expect(page.toasts).toEqual([expect.stringMatching(/^Erro ao definir nova senha \/ .+/)])
    },
  },
  {
    item: 'Recovery failure, thrown',
    says: 'Erro / Erro ao redefinir senha',
    async check(fixture) {
      const person = await recovering(fixture)
      once(fixture.web.app.identity, 'resetPassword').fails()
      const page = await person.send('/auth?recuperacao=1', { intent: 'recovery', ...changed })
      expect(page.toasts).toEqual(['Erro / Erro ao redefinir senha'])
    },
  },
  {
    item: 'Recovery success',
    says: 'Senha atualizada! / Sua senha foi redefinida com sucesso.',
    async check(fixture) {
      const page = await (await recovering(fixture)).send('/auth?recuperacao=1', {
        intent: 'recovery',
        ...changed,
      })
      expect(page.toasts).toEqual(['Senha atualizada! / Sua senha foi redefinida com sucesso.'])
    },
  },
  {
    item: 'Wrong current password (auth tab)',
    says: 'Erro / Senha atual incorreta',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/auth?aba=trocar-senha', change('NaoEssa@99'))
      expect(page.toasts).toEqual(['Erro / Senha atual incorreta'])
    },
  },
  {
    item: 'Update failure (auth tab)',
    says: 'Erro ao alterar senha',
    async check(fixture) {
      once(fixture.web.app.identity, 'changePassword').refuses('password_weak')
      const page = await (await fixture.customer()).send('/auth?aba=trocar-senha', change(PASSWORD))
      expect(page.toasts).toEqual([expect.stringMatching(/^Erro ao alterar senha \/ .+/)])
    },
  },
  {
    item: 'Unexpected exception (auth tab)',
    says: 'Erro / Erro ao alterar senha',
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.identity, 'changePassword').fails()
      const page = await person.send('/auth?aba=trocar-senha', change(PASSWORD))
      expect(page.toasts).toEqual(['Erro / Erro ao alterar senha'])
    },
  },
  {
    item: 'Change success (auth tab)',
    says: 'Senha alterada com sucesso! / Sua senha foi atualizada.',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/auth?aba=trocar-senha', change(PASSWORD))
      expect(page.toasts).toEqual(['Senha alterada com sucesso! / Sua senha foi atualizada.'])
    },
  },
  {
    item: 'Wrong current password (account page)',
    says: 'Senha atual incorreta.',
    async check(fixture) {
      const page = await (await fixture.customer()).send(
        '/account?aba=trocar-senha',
        accountChange('NaoEssa@99'),
      )
      expect(page.toasts).toEqual(['Senha atual incorreta.'])
    },
  },
  {
    item: 'Account change failure with a message',
    says: 'Erro ao alterar senha: {message}',
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.identity, 'changePassword').refuses('password_weak')
      const page = await person.send('/account?aba=trocar-senha', accountChange(PASSWORD))
      expect(page.toasts).toEqual([expect.stringMatching(/^Erro ao alterar senha: .+/)])
    },
  },
  {
    item: 'Account change failure without one',
    says: 'Erro ao alterar senha. Tente novamente.',
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.identity, 'changePassword').fails()
      const page = await person.send('/account?aba=trocar-senha', accountChange(PASSWORD))
      expect(page.toasts).toEqual(['Erro ao alterar senha. Tente novamente.'])
    },
  },
  {
    item: 'Account change success, form reset',
    says: 'Senha alterada com sucesso!',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/account?aba=trocar-senha', accountChange(PASSWORD))
      expect(page.toasts).toEqual(['Senha alterada com sucesso!'])
      expect(page.html).not.toContain(strong)
    },
  },
  {
    item: 'Hiring without login (then redirect to /auth)',
    says: 'Login necessário / Você precisa estar logado para contratar um serviço.',
    async check(fixture) {
      const page = await fixture.hire(fixture.stranger())
      expect(page.path).toBe('/auth?aba=criar-conta')
      expect(page.toasts).toEqual(['Login necessário / Você precisa estar logado para contratar um serviço.'])
    },
  },
  {
    item: 'Hiring data save failure',
    says: `Erro ao processar dados ${again}`,
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.contracting, 'startHiring').fails()
      const page = await fixture.hire(person)
      expect(page.status).toBe(503)
      expect(page.text).toMatch(/Erro ao processar dados\.? Tente novamente em alguns instantes\./)
      expect(page.html).toContain(`value="${buyer.name}"`)
    },
  },
  {
    item: 'No plan',
    says: 'Selecione um plano',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/traffic-fines', {})
      expect(page.toasts).toEqual([expect.stringMatching(/^Selecione um plano \/ .*antes de continuar/)])
      expect(page.whole).toContain('class="toast toast-destructive"')
    },
  },
  {
    item: 'No method',
    says: 'Selecione uma forma de pagamento',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/clean-name', {})
      expect(page.toasts).toEqual([
        expect.stringMatching(/^Selecione uma forma de pagamento \/ .*antes de continuar/),
      ])
      expect(page.whole).toContain('class="toast toast-destructive"')
    },
  },
])

const contract = demandsOf('§8', [
  {
    item: 'Contract: missing session data, go back',
    says: 'Dados não encontrados',
    async check(fixture) {
      const page = await (await fixture.customer()).open('/contract')
      expect(page.text).toContain('Dados não encontrados')
      expect(page.html).toContain('href="/services"')
    },
  },
  {
    item: 'Contract: unreadable session data, go back',
    says: 'Dados corrompidos',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      person.browser.cookies.set('rc_contratacao', 'adulterado')
      const page = await person.open('/contract')
      expect(page.text).toContain('Dados corrompidos')
      expect(page.html).toContain('href="/services"')
    },
  },
  {
    item: 'Contract: terms not ticked',
    says: 'Aceite os termos',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      expect((await person.send('/contract', {})).toasts.join()).toContain('Aceite os termos')
    },
  },
  ...(
    [
      ['incomplete', 'Dados incompletos'],
      ['order_failed', 'Erro ao processar contrato / Erro ao criar pedido:'],
      ['steps_failed', 'Erro ao processar contrato / Erro ao criar etapas do pedido'],
      ['instalments_failed', 'Erro ao processar contrato / Erro ao criar pagamentos parcelados'],
      ['payment_failed', 'Erro ao processar contrato / Erro ao criar registro de pagamento'],
    ] as const
  ).map(([code, says]) => ({
    item: `Contract: ${code}`,
    says,
    async check(fixture: Fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      once(fixture.web.app.contracting, 'acceptContract').refuses(code)
      expect((await fixture.accept(person)).toasts.join()).toContain(says)
    },
  })),
  {
    item: 'Contract: anything unexpected',
    says: `Erro ao processar contrato / ${again}`,
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      once(fixture.web.app.contracting, 'acceptContract').fails()
      expect((await fixture.accept(person)).toasts).toEqual([`Erro ao processar contrato / ${again}`])
      expect((await person.open('/contract')).text).toContain('Aceitar e Prosseguir para Pagamento')
    },
  },
  {
    item: 'Contract: success',
    says: 'Contrato aceito com sucesso!',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person)
      expect((await fixture.accept(person)).toasts.join()).toContain('Contrato aceito com sucesso!')
    },
  },
])

const payment = demandsOf('§8', [
  {
    item: 'Payment: no client data',
    says: 'Dados do cliente não encontrados',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.rows(`update profiles set documento = '' where user_id = $1`, [person.userId])
      expect((await generate(fixture, person)).toasts.join()).toContain('Dados do cliente não encontrados')
    },
  },
  ...(
    [
      ['no user, or a user without e-mail', 'no_email', 'Usuário não autenticado'],
      ['invalid price', 'invalid_amount', 'Valor do serviço inválido'],
    ] as const
  ).flatMap(([item, code, says]) =>
    [generate, payFirst].map((press) => ({
      item: `Payment: ${item} (${press === generate ? '/payment' : '/payments'})`,
      says,
      async check(fixture: Fixture) {
        const person = await fixture.contracted({ plan: 'a-vista' })
        once(fixture.web.app.payments, 'startCharge').refuses(code)
        expect((await press(fixture, person)).toasts.join()).toContain(says)
      },
    })),
  ),
  {
    item: 'Payment: nothing to pay',
    says: 'Nenhum pagamento pendente encontrado para hoje',
    replacedBy: 'the charge in the session, else the oldest open instalment; only then this message',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.rows(`update payments set due_date = '2026-03-20' where user_id = $1`, [person.userId])
      person.browser.cookies.delete('rc_pedido')
      expect((await person.open('/payment')).text).toContain('Pagar R$ 1.500,00 com Pix')
      expect((await (await fixture.customer()).open('/payment')).text).toContain(
        'Nenhum pagamento pendente encontrado para hoje',
      )
    },
  },
  ...[generate, payFirst].map((press) => ({
    item: `Payment: the provider fails (${press === generate ? '/payment' : '/payments'}), naming the provider`,
    says: 'Erro ao gerar pagamento',
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.simulator().faults({ failCreate: { status: 400, times: 5 } })
      const page = await press(fixture, person)
      await fixture.simulator().faults({})
      expect(page.toasts).toEqual([expect.stringMatching(/^Erro ao gerar pagamento \/ .*Mercado Pago/)])
    },
  })),
  {
    item: 'Payment: loading fails',
    says: 'Erro ao carregar dados do pagamento',
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.payments, 'currentPayment').fails()
      const page = await person.open('/payment')
      expect(page.status).toBe(503)
      expect(page.text).toContain('Erro ao carregar dados do pagamento')
    },
  },
  {
    item: 'Payment: cancelled or rejected',
    says: 'Pagamento cancelado / O pagamento foi cancelado ou rejeitado',
    async check(fixture) {
      const { page } = await decide(fixture, await fixture.contracted({ plan: 'a-vista' }), 'cancel')
      expect(page.toasts).toEqual(['Pagamento cancelado / O pagamento foi cancelado ou rejeitado'])
    },
  },
  {
    item: 'Payment: no id to check',
    says: 'ID do pagamento não encontrado',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/payment', { intent: 'check' })
      expect(page.toasts.join()).toContain('ID do pagamento não encontrado')
    },
  },
  {
    item: 'Payments page: nothing selected',
    says: 'Erro / Selecione pelo menos uma parcela para pagamento',
    async check(fixture) {
      const page = await fixture.pay(await fixture.contracted(), [])
      expect(page.toasts).toEqual(['Erro / Selecione pelo menos uma parcela para pagamento'])
    },
  },
  {
    item: 'Payment: approved',
    says: 'Pagamento aprovado!',
    async check(fixture) {
      const page = await approve(fixture, await fixture.contracted({ plan: 'a-vista' }))
      expect(page.toasts.join()).toContain('Pagamento aprovado!')
    },
  },
  {
    item: 'PIX key copied',
    says: 'Chave PIX copiada!',
    async check(fixture) {
      const copied = `data-copy="${fixture.web.app.config.company.pixKey}" data-copy-done="Chave PIX copiada!"`
      expect((await (await fixture.contracted()).open('/payment')).html).toContain(copied)
      // Before there is a contract, money sent to the key pays for nothing.
      expect((await fixture.page('/service/clean-name')).html).not.toContain('Chave PIX copiada!')
    },
  },
  {
    item: 'PIX code copied',
    says: 'Código PIX copiado!',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      expect((await payFirst(fixture, person)).html).toMatch(
        /data-copy="000201[^"]*" data-copy-done="Código PIX copiado!"/,
      )
    },
  },
  {
    item: 'copying said or refused',
    says: 'Erro ao copiar',
    coveredBy: pointers.copy,
  },
  {
    item: 'Status-check errors are only logged',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await payFirst(fixture, person)
      once(fixture.web.app.payments, 'checkCharge').fails()
      const page = await person.send('/payment', {
        intent: 'check',
        chargeId: (await fixture.chargeOf(person)).id,
      })
      expect(page.status).toBe(200)
      expect(page.toasts.join()).not.toContain('Erro')
    },
  },
])

const consults = demandsOf('§8', [
  {
    item: 'CPF consult: failure',
    says: 'Erro ao gerar pagamento',
    async check(fixture) {
      const page = await failedConsult(fixture, '/cpf-consult')
      expect(page.toasts.join()).toContain('Erro ao gerar pagamento')
    },
  },
  ...['/complete-consult', '/rating-consult', '/bacen-consult'].map((path) => ({
    item: `${path}: failure`,
    says: `Erro ao processar / ${again}`,
    async check(fixture: Fixture) {
      const page = await failedConsult(fixture, path)
      expect(page.toasts).toEqual([`Erro ao processar / ${again}`])
    },
  })),
])

const others = demandsOf('§8', [
  {
    item: 'hiring data are right',
    says: 'Dados validados com sucesso!',
    async check(fixture) {
      expect((await fixture.hire(await fixture.customer())).toasts.join()).toContain(
        'Dados validados com sucesso!',
      )
    },
  },
  {
    item: 'individual data saved',
    says: 'Sucesso! / Dados de pessoa física salvos com sucesso!',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/account?aba=cadastro&tipo=fisica', individual)
      expect(page.toasts).toEqual(['Sucesso! / Dados de pessoa física salvos com sucesso!'])
    },
  },
  {
    item: 'company data saved',
    says: 'Sucesso! / Dados de pessoa jurídica salvos com sucesso!',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/account?aba=cadastro&tipo=juridica', company)
      expect(page.toasts).toEqual(['Sucesso! / Dados de pessoa jurídica salvos com sucesso!'])
    },
  },
  {
    item: 'documents added',
    says: '{n} documento(s) adicionado(s)',
    async check(fixture) {
      const page = await (await fixture.customer()).send('/account/documentos', upload(['rg.pdf', 'cpf.pdf']))
      expect(page.toasts).toEqual(['Sucesso! / 2 documento(s) adicionado(s)'])
    },
  },
  {
    item: 'no orders',
    says: 'Nenhum pedido encontrado',
    async check(fixture) {
      const person = await fixture.member()
      const [empty, searching] = [await person.open('/tracking'), await person.open('/tracking?q=nada')]
      expect(empty.text).toContain('Nenhum pedido encontrado')
      expect(searching.text).toContain('Nenhum pedido encontrado')
      expect(searching.text).toContain('“nada”')
      expect(empty.text).not.toContain('Não achamos nada')
    },
  },
  {
    item: 'nothing pending, with a congratulation',
    says: 'Nenhum pagamento pendente',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await approve(fixture, person)
      const { text } = await person.open('/payments')
      expect(text).toContain('Nenhum pagamento pendente')
      expect(text).toContain('Parabéns!')
      const nobody = await (await fixture.member()).open('/payments')
      expect(nobody.text).toContain('Nenhum pagamento pendente')
      expect(nobody.text).not.toContain('Parabéns')
    },
  },
  {
    item: 'nothing paid',
    says: 'Nenhum pagamento no histórico',
    async check(fixture) {
      expect((await (await fixture.member()).open('/payments?aba=pagas')).text).toContain(
        'Nenhum pagamento no histórico',
      )
    },
  },
  {
    item: 'loading failures of orders and payments are only logged; lists stay empty',
    replacedBy: 'a failed load says so and offers another try',
    async check(fixture) {
      const person = await fixture.customer()
      once(fixture.web.app.orders, 'ordersOf').fails()
      const orders = await person.open('/tracking')
      once(fixture.web.app.payments, 'pendingOf').fails()
      const payments = await person.open('/payments')
      for (const page of [orders, payments]) {
        expect(page.status).toBe(503)
        expect(page.text).toContain('Tentar de novo')
        expect(page.text).not.toMatch(/Nenhum|Parabéns/)
      }
    },
  },
  {
    item: 'a failing route shows a generic heading',
    says: 'Unexpected Application Error!',
    replacedBy: 'the error screen of section 2',
    async check(fixture) {
      const { text } = await fixture.page('/pagina-que-falha')
      expect(text).not.toContain('Unexpected Application Error!')
      expect(text).toContain('Ops! Algo deu errado')
    },
  },
])

function signUp(email: string) {
  return { intent: 'sign-up', email, password: strong, confirmPassword: strong }
}

function account(email: string) {
  return {
    tipoConta: 'pessoal',
    nome: buyer.name,
    email,
    telefone: buyer.phone,
    documento: buyer.cpf,
    senha: strong,
    confirmarSenha: strong,
  }
}

function change(currentPassword: string) {
  return { intent: 'change-password', currentPassword, ...changed }
}

function accountChange(currentPassword: string) {
  return { intent: 'account-password', currentPassword, newPassword: strong, confirmPassword: strong }
}

type Customer = Awaited<ReturnType<Fixture['customer']>>

/** Generates a Pix on /payment, by 'Gerar PIX'. */
async function generate(fixture: Fixture, person: Customer) {
  const [one] = await fixture.instalmentsOf(person)
  return person.send('/payment', { intent: 'generate', paymentIds: one?.id ?? '' })
}

/** Pays the first instalment ticked on /payments. */
async function payFirst(fixture: Fixture, person: Customer) {
  const [one] = await fixture.instalmentsOf(person)
  return fixture.pay(person, [one?.id ?? ''])
}

async function failedConsult(fixture: Fixture, path: string) {
  once(fixture.web.app.consultations, 'requestConsultation').fails()
  return fixture.stranger().send(path, {
    cpf: buyer.cpf,
    nome: buyer.name,
    name: buyer.name,
    telefone: buyer.phone,
    phone: buyer.phone,
    paymentMethod: 'pix',
    declaracao: 'sim',
  })
}

export const section8: Demand[] = [...table, ...contract, ...payment, ...consults, ...others]
