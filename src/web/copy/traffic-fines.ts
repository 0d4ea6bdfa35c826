import { capitalized, countInWords } from '../../core/text.ts'
import { serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

const fines = () => countInWords(serviceOf('traffic-fines').sections[0]?.items.length ?? 0)

/** Texts of the page 'Defesa de Multas de Trânsito'. The fines, the process and the plans come from the catalogue. */
export const trafficFinesCopy = editable(
  'traffic-fines',
  {
    get meta() {
      return {
        title: 'Defesa de Multas de Trânsito',
        description: `Defesa e recurso contra ${fines()} tipos de multa: análise, protocolo e acompanhamento. O mesmo preço à vista ou parcelado no Pix.`,
      }
    },
    title: 'Toda multa precisa estar certa para valer',
    consultant: 'Falar com um consultor',
    toPlans: 'Ver preço e contratar',
    slip: {
      label: 'O que conferimos em uma notificação de multa',
      title: 'Notificação de autuação',
      tag: 'exemplo',
      fields: [
        { name: 'Placa e modelo', check: 'são do seu carro?' },
        { name: 'Local, data e hora', check: 'existem e batem?' },
        { name: 'Equipamento', check: 'aferição em dia?' },
        { name: 'Expedição', check: 'em até 30 dias?' },
      ],
      due: 'Prazo para defesa',
      dueText: 'começa pela data escrita na notificação',
    },
    get finesLead() {
      return `${capitalized(fines())} tipos. Ao lado de cada um, por onde a defesa começa.`
    },
    /** What the team checks for each fine, by the fine's name in the catalogue. */
    fines: {
      'Excesso de velocidade': 'Conferimos a aferição do radar, que vale 12 meses, e a sinalização da via.',
      'Lei Seca e recusa ao bafômetro': 'Conferimos o etilômetro, o auto e o que foi anotado na abordagem.',
      'Avanço de sinal vermelho': 'Pedimos as imagens e conferimos o equipamento e o tempo do amarelo.',
      'Celular ao volante': 'Vemos se o auto descreve o que o agente viu, com local e hora.',
      'Ultrapassagem proibida': 'Comparamos a faixa e as placas do trecho com o que está no auto.',
      'Estacionamento proibido': 'Conferimos a placa do local, o horário dela e o endereço anotado.',
      'Falta de cinto de segurança': 'Vemos se houve abordagem e, se não houve, se o auto diz por quê.',
      'Rodízio e faixa exclusiva': 'Conferimos dia, horário, final de placa e as isenções da cidade.',
      'Documento ou licenciamento vencido': 'Comparamos a data da multa com o calendário e o seu pagamento.',
    } as Record<string, string>,
    hiringTitle: 'Escolha um plano',
    hiringLead: 'O preço é o mesmo nos dois. O que muda é quando você paga.',
    days: {
      title: (count: number) => `${count} dias úteis, contados assim`,
      lead: 'Sábados, domingos e feriados não contam. O primeiro dia é o seguinte à contratação.',
      label: (count: number) => `Calendário em que ${count} dias de segunda a sexta estão marcados`,
      week: ['S', 'T', 'Q', 'Q', 'S', 'S', 'D'],
    },
    know: 'Não perca o prazo',
  },
  { except: ['slip', 'days.week'] },
)
