import { daysText, hoursText } from '../../../core/text.ts'
import { firstContact } from '../domain/first-contact.ts'
import { cashPlan, fixedPlan } from '../domain/plan.ts'
import { commonSteps, type Service } from '../domain/service.ts'

const PRICE = 500_000
const CARD_TIMES = 6
const CASH_START_HOURS = 24
const DAYS = { from: 30, to: 90 }
const term = `${DAYS.from} a ${daysText(DAYS.to)}`

/** One text of the specification says 60 days: the page's range of 30 to 90 includes it, and orders count to its end. */
export const bacenClean: Service = {
  id: 'bacen-clean',
  title: 'Limpeza Bacen',
  kind: 'bacen',
  summary:
    'Analisamos as restrições que aparecem no registro do Banco Central e pedimos aos bancos a correção do que for indevido.',
  features: [
    'Análise do relatório do Banco Central',
    'Pedidos de correção a cada banco',
    `Equipe em contato ${firstContact}`,
  ],
  priceFrom: PRICE,
  hire: 'online',
  plans: [
    cashPlan(PRICE),
    fixedPlan({
      id: 'cartao-6x',
      label: `Cartão em ${CARD_TIMES}x`,
      cadence: 'monthly',
      method: 'credit_card',
      times: CARD_TIMES,
      each: 100_000,
    }),
  ],
  promise: { text: term, deadline: { kind: 'calendarDays', days: DAYS.to } },
  inclusions: [
    'Leitura do relatório Registrato que você emite de graça',
    'Lista de cada operação e do banco que a informou',
    'Pedido de correção ou baixa a cada banco',
    'Reclamação no Banco Central quando o banco não responde',
    'Acompanhamento até a atualização do registro',
    'Relatório final',
  ],
  process: [
    { name: 'Contato', description: `Nossa equipe fala com você ${firstContact}.` },
    { name: 'Documentos', description: 'Você envia os documentos pela sua conta.' },
    {
      name: 'Relatório',
      description: 'Você emite o Registrato e nos envia. Nunca pedimos sua senha gov.br.',
    },
    { name: 'Análise', description: 'Separamos o que é correto do que pode ser contestado.' },
    { name: 'Pedidos', description: 'Enviamos os pedidos de correção a cada banco.' },
    { name: 'Reclamações', description: 'Se um banco não responde, registramos a reclamação.' },
    { name: 'Atualização', description: 'Os bancos corrigem e o registro muda no mês seguinte.' },
    { name: 'Comprovação', description: 'Conferimos um relatório novo e entregamos o resultado.' },
  ],
  stepTemplate: commonSteps([
    'Lemos o relatório do Banco Central que você nos enviou.',
    'Escrevemos o pedido de correção para cada banco.',
    'Enviamos os pedidos e cobramos a resposta.',
    'Conferimos o registro atualizado e entregamos o relatório.',
  ]),
  sections: [
    {
      id: 'consequences',
      title: 'O que a restrição causa',
      items: [
        { name: 'Crédito recusado', text: 'Bancos consultam o registro antes de emprestar.' },
        { name: 'Juros mais altos', text: 'O risco anotado encarece o empréstimo.' },
        { name: 'Limites menores', text: 'Cartão e conta podem perder limite.' },
        { name: 'Financiamento parado', text: 'Casa e carro ficam mais difíceis de financiar.' },
      ],
    },
    {
      id: 'benefits',
      title: 'O que muda depois',
      items: [
        { name: 'Registro correto', text: 'Os bancos passam a ver a informação certa.' },
        { name: 'Conversa mais simples', text: 'Você explica seu histórico com documentos.' },
        { name: 'Novas análises', text: 'Você pode pedir uma nova avaliação de crédito.' },
      ],
    },
    {
      id: 'documents',
      title: 'Documentos necessários',
      items: [
        { name: 'Documento com foto', text: 'RG ou CNH.' },
        { name: 'Comprovante de endereço', text: 'Dos últimos 3 meses.' },
        { name: 'Relatório Registrato', text: 'Gratuito, no site do Banco Central.' },
      ],
    },
  ],
  goodToKnow: [
    `O trabalho leva de ${term}, porque cada banco tem o seu prazo de resposta.`,
    `À vista, começamos em ${hoursText(CASH_START_HOURS)}.`,
    `Nossa equipe fala com você ${firstContact} depois da contratação.`,
    'O relatório do Banco Central é gratuito para o titular. Nunca pedimos sua senha gov.br.',
  ],
  contractSpecification: [
    'Análise do relatório do Sistema de Informações de Crédito (SCR) emitido pelo contratante.',
    'Pedidos de correção ou baixa às instituições e reclamação ao Banco Central quando cabível.',
    `Primeiro contato da equipe ${firstContact} depois da contratação.`,
    `Prazo de entrega: de ${term}.`,
  ],
}
