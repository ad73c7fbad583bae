import { EXAMPLE_SUFRAMA } from '../../src/wire/docs/example-company.ts';
import { type Fixture, importMonth } from '../support/fixture.ts';
import type { Month } from '../support/fixture-layout.ts';

/** The documentation's invented companies as the Receita's files would carry them. */
const MONTH: Month = {
  companies: [
    {
      ...{ root: '98765432', name: 'IGARAPE AZUL COMPONENTES ELETRONICOS LTDA', nature: '2062' },
      ...{ qualification: '49', capital: '250000,00', size: '03' },
    },
    {
      ...{ root: '12ABC345', name: 'INSTITUTO NACIONAL DE INTERCAMBIO CULTURAL', nature: '1104' },
      ...{ qualification: '16', capital: '0,00', size: '05', entity: 'UNIÃO' },
    },
  ],
  establishments: [
    {
      ...{ cnpj: '98765432000198', kind: '1', tradeName: 'IGARAPE AZUL', status: '02' },
      ...{ statusDay: '20140310', reason: '00', startDay: '20140310', activity: '2610800' },
      ...{ secondary: '4751201', streetType: 'AVENIDA', street: 'DAS SAMAUMEIRAS', number: '1500' },
      ...{ complement: 'GALPAO 3', district: 'DISTRITO INDUSTRIAL', cep: '69075000', state: 'AM' },
      ...{ city: '0255', area1: '92', phone1: '30000001', area2: '92', phone2: '30000002' },
      ...{ faxArea: '92', fax: '30000003', email: 'CONTATO@IGARAPEAZUL.EXAMPLE' },
    },
    {
      ...{ cnpj: '98765432000279', kind: '2', status: '08', statusDay: '20200131', reason: '01' },
      ...{ startDay: '20150601', activity: '4751201', cep: '69005010', state: 'AM', city: '0255' },
    },
    {
      ...{ cnpj: '12ABC34501DE35', kind: '2', status: '08', statusDay: '20260730', reason: '01' },
      ...{ foreignCity: 'LISBOA', country: '607', startDay: '20260706', activity: '8412400' },
      ...{ streetType: 'AVENIDA', street: 'DA LIBERDADE', number: 'S/N', district: 'SANTO ANTONIO' },
      ...{ state: 'EX', city: '9707', special: 'EM LIQUIDACAO', specialDay: '20260720' },
    },
  ],
  partners: [
    {
      ...{ root: '98765432', kind: '2', name: 'HELENA DUARTE CAMPELO', document: '***741852**' },
      ...{ qualification: '49', since: '20140310', representative: '***000000**' },
      ...{ representativeQualification: '00', age: '5' },
    },
    {
      ...{
        root: '98765432',
        kind: '1',
        name: 'TEJO CINTILANTE PARTICIPACOES SA',
        document: '11222333000181',
      },
      ...{ qualification: '37', since: '20190722', country: '607', representative: '***369258**' },
      ...{ representativeName: 'OTAVIO SEIXAS MOURAO', representativeQualification: '17', age: '0' },
    },
  ],
  simples: [
    {
      ...{ root: '98765432', simples: 'N', simplesFrom: '20160101', simplesUntil: '20221231' },
      ...{ mei: 'N', meiFrom: '20140310', meiUntil: '20151231' },
    },
  ],
  regimes: { 'Lucro Presumido 1': ['2024,98.765.432/0001-98,0,LUCRO PRESUMIDO,1'] },
  suframa: [`98765432000198;${EXAMPLE_SUFRAMA};S;2026-08-01`],
  stateRegistrations: ['98765432000198;AM;041234567;S;2026-08-01'],
  tables: {
    Cnaes: [
      '"2610800";"Fabricação de componentes eletrônicos"',
      '"4751201";"Comércio varejista especializado de equipamentos e suprimentos de informática"',
      '"8412400";"Regulação das atividades de saúde, educação, serviços culturais e outros serviços sociais"',
    ],
    Naturezas: ['"1104";"Autarquia Federal"', '"2062";"Sociedade Empresária Limitada"'],
    Qualificacoes: [
      '"00";"Não informada"',
      '"16";"Presidente"',
      '"17";"Procurador"',
      '"37";"Sócio Pessoa Jurídica Domiciliado no Exterior"',
      '"49";"Sócio-Administrador"',
    ],
  },
};

/** A registry of the documentation's companies, by the real import; the caller disposes of it. */
export function importDocumented(): Promise<Fixture> {
  return importMonth(MONTH, 'documented-');
}
