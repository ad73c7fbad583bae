import type { Month } from './fixture-layout.ts';

/** The CNPJs of the golden companies, by what each has. */
export const GOLDEN = {
  partners: '11222333000181',
  'simples-and-mei': '20304050000170',
  abroad: '30405060000236',
  alphanumeric: '12ABC34501DE35',
  registrations: '40506070000130',
  empty: '50607080000116',
  'odd-texts': '60708090000100',
} as const;

const WITHOUT_REPRESENTATIVE = { representative: '***000000**', representativeQualification: '00' } as const;

/** One company for each kind of answer, as a month of the Receita's could carry them. */
export const GOLDEN_MONTH: Month = {
  companies: [
    {
      ...{ root: '11222333', name: 'ALFA COMERCIO DE ALIMENTOS LTDA', nature: '2062', qualification: '49' },
      ...{ capital: '6983568523,86', size: '03' },
    },
    {
      ...{ root: '20304050', name: 'JOSE PEREIRA 12345678909', nature: '2135', qualification: '50' },
      ...{ capital: '1000,00', size: '01' },
    },
    {
      ...{ root: '30405060', name: 'GAMA PARTICIPACOES S.A.', nature: '2046', qualification: '10' },
      ...{ capital: '999999999999,00', size: '05', entity: 'DISTRITO FEDERAL' },
    },
    {
      ...{ root: '12ABC345', name: 'DELTA LETRAS LTDA', nature: '2062', qualification: '22' },
      ...{ capital: '0,00', size: '00' },
    },
    {
      ...{ root: '40506070', name: 'EPSILON INDUSTRIA LTDA', nature: '2062', qualification: '05' },
      ...{ capital: '1.234.567,89', size: '05' },
    },
    { root: '50607080', name: 'ZETA LTDA' },
    {
      ...{ root: '60708090', nature: '2062', qualification: '49', capital: '-1000,00', size: '01' },
      name: ' PADARIA  "PÃO\0 & CIA" \\ IRMÃOS\nD\'ÁVILA ',
    },
  ],
  establishments: [
    {
      ...{ cnpj: '11222333000181', kind: '1', tradeName: 'EMPORIO ALFA', status: '02' },
      ...{ statusDay: '20100315', reason: '00', startDay: '20100314', activity: '5611203' },
      ...{ secondary: '4781400,1091102', streetType: 'RUA', street: 'DAS FLORES', number: '120' },
      ...{ complement: 'SALA 3', district: 'CENTRO', cep: '19900010', state: 'SP', city: '6795' },
      ...{ area1: '14', phone1: '33221100', area2: '14', phone2: '999887766', faxArea: '14' },
      ...{ fax: '33221101', email: 'CONTATO@ALFA.EXAMPLE' },
    },
    {
      ...{ cnpj: '20304050000170', kind: '1', status: '08', statusDay: '20231020', reason: '01' },
      ...{ startDay: '20180102', activity: '6201501', streetType: 'AVENIDA', street: 'PAULISTA' },
      ...{ number: 'S/N', district: 'BELA VISTA', cep: '1310100', state: 'SP', city: '7107' },
      ...{ area1: '0', phone1: '00000000', area2: '11', phone2: '32345678' },
    },
    {
      ...{ cnpj: '30405060000155', kind: '1', status: '02', statusDay: '20000101', startDay: '20000101' },
      ...{ activity: '6462000', cep: '70040010', state: 'DF', city: '9701' },
    },
    {
      ...{ cnpj: '30405060000236', kind: '2', tradeName: 'GAMA LISBOA', status: '02', reason: '00' },
      ...{ statusDay: '20150630', foreignCity: 'LISBOA', country: '607', startDay: '20150630' },
      ...{ activity: '6462000', street: 'AVENIDA DA LIBERDADE', number: '110', state: 'EX', city: '9707' },
      ...{ special: 'RECUPERACAO JUDICIAL', specialDay: '20220505' },
    },
    {
      ...{ cnpj: '12ABC34501DE35', kind: '2', status: '04', statusDay: '20260720', reason: '63' },
      ...{ country: '105', startDay: '20260715', activity: '8888888', streetType: 'FAZENDA' },
      ...{ street: 'SANTA RITA', number: '0', district: 'ZONA RURAL', cep: '0', state: 'GO', city: '9998' },
    },
    {
      ...{ cnpj: '40506070000130', kind: '1', status: '03', statusDay: '20240229', reason: '32' },
      ...{ startDay: '19991231', activity: '1091102', secondary: '1091102', streetType: 'RODOVIA' },
      ...{ street: 'AM 010', number: 'KM 30', complement: 'GALPAO', district: 'DISTRITO INDUSTRIAL' },
      ...{ cep: '69075830', state: 'AM', city: '0255', email: 'fiscal@epsilon.example' },
    },
    { cnpj: '50607080000116', kind: '1', status: '01' },
    {
      ...{ cnpj: '60708090000100', kind: '1', tradeName: 'BAR; "PONTO CERTO"', status: '02' },
      ...{ statusDay: '20200229', reason: '00', startDay: '20200229', activity: '0111301' },
      ...{ streetType: 'LADEIRA', street: ' DO  Ó  ', number: '1\\2', complement: 'SALA 3\nANDAR 2;FUNDOS' },
      ...{ district: 'CONCEIÃ\u0087Ã\u0083O', cep: '20040002', state: 'RJ', city: '6001' },
      ...{ email: ' Contato@Padaria.EXAMPLE ' },
    },
  ],
  partners: [
    {
      ...{ root: '11222333', kind: '3', name: 'JOHN SMITH', qualification: '38', since: '20200110' },
      ...{ country: '249', representative: '***777888**', representativeName: 'PAULO COSTA' },
      ...{ representativeQualification: '17', age: '7' },
    },
    {
      ...{ root: '11222333', kind: '2', name: 'MARIA DA SILVA', document: '***529958**' },
      ...{ qualification: '49', since: '20100315', age: '5', ...WITHOUT_REPRESENTATIVE },
    },
    {
      ...{ root: '11222333', kind: '1', name: 'BETA PARTICIPACOES S.A.', document: '70809010000158' },
      ...{ qualification: '22', since: '20150801', representative: '***555666**', age: '0' },
      ...{ representativeName: 'CARLOS LIMA', representativeQualification: '05' },
    },
    {
      ...{ root: '11222333', kind: '2', name: 'ANA DE SOUZA', document: '***111222**', age: '2' },
      ...{ qualification: '30', since: '20100315', representative: '***333444**' },
      ...{ representativeName: 'MARTA DE SOUZA', representativeQualification: '14' },
    },
    {
      ...{ root: '11222333', kind: '3', name: 'ACME OVERSEAS LLC', qualification: '37', country: '012' },
      ...{ since: '00000000', age: '0', ...WITHOUT_REPRESENTATIVE },
    },
    {
      ...{ root: '60708090', kind: '2', name: 'ZÉ "JUCA" \\ FILHO', document: '***987654**', age: '9' },
      ...{ qualification: '49', since: '20200229', ...WITHOUT_REPRESENTATIVE },
    },
  ],
  simples: [
    {
      ...{ root: '20304050', simples: 'N', simplesFrom: '20180102', simplesUntil: '20231020' },
      ...{ mei: 'S', meiFrom: '20180102', meiUntil: '00000000' },
    },
  ],
  regimes: {
    'Lucro Real': ['2021,40.506.070/0001-30,0,LUCRO REAL,1', '2022,40.506.070/0001-30,0,LUCRO REAL,1'],
    'Lucro Presumido 1': [
      '2021,40.506.070/0001-30,0,LUCRO PRESUMIDO,1',
      '2021,40.506.070/0001-30,0,LUCRO PRESUMIDO,2',
      '2020,40.506.070/0001-30,11.222.333/0001-81,LUCRO PRESUMIDO,1',
    ],
    'Imunes e Isentas': ['2019,40.506.070/0001-30,0,IMUNE DO IRPJ,1'],
    'Lucro Arbitrado': ['2018,40.506.070/0001-30,0,LUCRO ARBITRADO,1'],
  },
  suframa: [
    '40506070000130;622005188;N;2025-12-01',
    '40506070000130;201234567;S;2026-08-01',
    '60708090000100;20.0045.67-8;N;',
  ],
  stateRegistrations: [
    '40506070000130;SP;110042490114;N;2026-07-15',
    '40506070000130;AM;062345678;S;2026-08-01',
    '40506070000130;PR;9012345678;S;',
    '40506070000130;AM;041234567;N;2026-08-01',
    // A dash that Latin-1 lacks: the record is stored in UTF-8, accents and all.
    '60708090000100;rj;Nº  12.345–"6";SIM;2026-08-01',
  ],
};
