import type { IsoDate } from '../../core/calendar.ts'
import type { Disguise, Reason, ReceivedItem, Verdict } from '../../modules/authenticity/public.ts'
import { tooManyRequests } from './too-many-requests.ts'

/** Date of the last change to this page. */
export const scamCheckChanged: IsoDate = '2026-11-22'

/** Texts of the page 'É golpe?'. */
export const scamCheckCopy = {
  meta: {
    title: 'É golpe? Confira se é nosso',
    description:
      'Recebeu um link, uma chave Pix, um telefone, um e-mail ou um código Pix em nosso nome? Confira na hora se é nosso antes de pagar.',
  },
  eyebrow: 'Segurança',
  title: 'É golpe? Confira antes de pagar',
  lead: 'Cole o que você recebeu em nosso nome. Dizemos na hora se é nosso.',

  form: {
    label: 'O que você recebeu',
    hint: 'Um link, uma chave Pix, um telefone, um e-mail, um CNPJ ou um código Pix copia e cola. Um de cada vez.',
    submit: 'Conferir',
    busy: 'Conferindo...',
    privacy: 'O que você cola aqui não fica guardado.',
    empty: 'Cole ou digite o que você quer conferir',
    tooMany: tooManyRequests,
    another: 'Conferir outra coisa',
  },

  verdicts: {
    ours: 'É nosso',
    not_ours: 'Não é nosso',
    unknown: 'Não sabemos',
  } satisfies Record<Verdict, string>,

  kinds: {
    site: 'Este endereço',
    email: 'Este e-mail',
    phone: 'Este número',
    cnpj: 'Este CNPJ',
    cpf: 'Este CPF',
    random_key: 'Esta chave',
    instagram: 'Este perfil',
    pix_code: 'Este código Pix',
    unreadable: 'O que você colou',
  } satisfies Record<ReceivedItem['kind'], string>,

  reasons: {
    our_site: 'O endereço leva ao nosso site.',
    our_email:
      'É um endereço nosso. O nome de quem envia pode ser falsificado: se a mensagem pedir senha ou dinheiro, fale com a gente antes.',
    our_phone:
      'É o nosso telefone e WhatsApp. O número que aparece numa chamada pode ser falsificado: na dúvida, desligue e chame você.',
    our_pix_key:
      'É a nossa chave Pix. Mesmo assim, pague pelo código que aparece aqui no site depois do contrato.',
    our_cnpj: 'É o CNPJ da nossa empresa.',
    our_instagram: 'É o nosso perfil no Instagram.',
    our_code: 'Este código foi feito por nós. No aplicativo do banco, confira o valor antes de pagar.',
    other_site: 'Este endereço não leva ao nosso site.',
    other_email: 'Não escrevemos deste endereço.',
    other_phone: 'Não falamos por este número.',
    other_key: 'Esta chave Pix não é nossa.',
    other_cnpj: 'Este CNPJ não é da nossa empresa.',
    cpf: 'Nunca recebemos no CPF de uma pessoa.',
    other_instagram: 'Este perfil não é nosso.',
    other_code: 'Não fomos nós que fizemos este código.',
    disguised_site:
      'O endereço leva ao nosso site, mas está escrito de um jeito que nunca usamos. Digite você mesmo o endereço no navegador.',
    unused_site: 'Uma parte do endereço é nossa, mas não usamos esta página.',
    payment_partner:
      'É uma página do Mercado Pago. Nós o usamos para receber, mas qualquer pessoa pode ter uma página lá. Pague só a que abrir pelo nosso site.',
    unused_email: 'O fim do endereço é nosso, mas não escrevemos deste.',
    code_with_our_key:
      'A chave dentro do código é a nossa, mas não fomos nós que fizemos o código. Pague só pelo que aparece aqui no site.',
    damaged_code: 'O código está incompleto ou foi alterado. Copie de novo, do começo ao fim.',
    unreadable:
      'Não reconhecemos um link, uma chave, um número, um e-mail ou um código. Cole só uma dessas coisas, inteira.',
  } satisfies Record<Reason, string>,

  disguises: {
    subdomain: 'Começa com o nosso endereço, mas quem manda é o fim dele.',
    user_info: 'O que vem antes do @ é só enfeite: quem manda é o que vem depois.',
    path: 'O nosso nome aparece depois da barra, onde qualquer site pode escrever o que quiser.',
    foreign_letters: 'Usa letras de outro alfabeto, ou com acento, que parecem as nossas.',
    hidden_characters: 'Tem caracteres disfarçados, que não se percebem a olho nu.',
    similar_name: 'É parecido com o nosso nome, mas é outro.',
  } satisfies Record<Disguise, string>,

  leadsTo: 'Leva a',
  receiver: 'Recebedor escrito no código',
  key: 'Chave no código',
  amount: 'Valor no código',

  next: {
    ours: {
      title: 'Antes de pagar',
      steps: [
        'Pague só depois de ler e aceitar o contrato, pelo código que aparece na sua conta.',
        'Confira no aplicativo do banco o valor e o nome de quem recebe.',
      ],
    },
    not_ours: {
      title: 'O que fazer',
      steps: [
        'Não pague, não clique e não responda.',
        'Bloqueie quem mandou e conte para a gente no WhatsApp.',
      ],
    },
    unknown: {
      title: 'O que fazer',
      steps: ['Não pague ainda.', 'Fale com a gente pelo WhatsApp desta página e mostre o que recebeu.'],
    },
  } satisfies Record<Verdict, { title: string; steps: readonly string[] }>,

  paid: {
    title: 'Já pagou?',
    lead: 'Aja hoje: quanto antes, maior a chance de o dinheiro ainda estar lá.',
    steps: [
      {
        title: 'Conteste no seu banco',
        text: 'Abra o Pix no aplicativo do banco e toque em contestar, ou ligue para ele. Peça a devolução pelo MED, o mecanismo do Banco Central para golpes. O prazo é de até 80 dias depois do Pix.',
      },
      {
        title: 'Registre a ocorrência',
        text: 'Guarde a conversa, o comprovante e o endereço. O boletim pode ser feito na delegacia virtual do seu estado.',
      },
      {
        title: 'Avise a gente',
        text: 'Conte pelo WhatsApp o que recebeu. Dizemos o que é nosso e o que não é.',
      },
    ],
    whatsapp: 'Falar no WhatsApp',
    about: 'Olá! Recebi uma mensagem em nome de vocês e quero saber se é golpe.',
  },

  official: {
    title: 'O que é nosso',
    lead: 'Só usamos estes canais.',
    site: 'Site',
    phone: 'Telefone e WhatsApp',
    email: 'E-mail',
    instagram: 'Instagram',
    receiver: 'Quem recebe',
    cnpj: 'CNPJ',
    pixKey: 'Chave Pix',
  },

  never: {
    title: 'O que nunca pedimos',
    items: [
      'Sua senha, a do site ou a do gov.br',
      'O código que chega por SMS',
      'Pix para o CPF de uma pessoa',
      'Pagamento de um serviço antes do contrato',
    ],
  },
} as const
