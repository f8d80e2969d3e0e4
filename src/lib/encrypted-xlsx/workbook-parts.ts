import { escapeText } from './cells.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN = 'http://schemas.openxmlformats.org';
const MAIN = `${OPEN}/spreadsheetml/2006/main`;
const OFFICE = `${OPEN}/officeDocument/2006/relationships`;
const PACKAGE = `${OPEN}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

export interface ListedSheet {
  name: string;
  number: number;
  /** Bottom right cell of the print area, for example `H40`; null for the whole sheet. */
  printedTo?: string | null;
  hasHeading?: boolean;
  hasChart?: boolean;
}

/** Returns the small parts of a workbook (ECMA-376 part 1, 12.2), by path. */
export function workbookParts(sheets: readonly ListedSheet[]) {
  return {
    '[Content_Types].xml': contentTypesXml(sheets),
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationships(sheets.map(({ number }) => number)),
    'xl/styles.xml': stylesXml,
  };
}

function contentTypesXml(sheets: readonly ListedSheet[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${type}"/>`;
  const charts = sheets
    .filter(({ hasChart }) => hasChart)
    .map(
      ({ number }) =>
        override(drawingPath(number), DRAWING_TYPE) + override(chartPath(number), CHART_TYPE),
    );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>${override('xl/workbook.xml', `${TYPE}.sheet.main+xml`)}${override('xl/styles.xml', `${TYPE}.styles+xml`)}${charts.join('')}</Types>`;
}

function definedNames(sheets: readonly ListedSheet[]): string {
  const names = sheets.flatMap(({ name, printedTo, hasHeading }, index) => {
    const sheet = escapeText(`'${name.replaceAll("'", "''")}'`);
    const defined = (kind: string, area: string) =>
      `<definedName name="_xlnm.${kind}" localSheetId="${index}">${sheet}!${area}</definedName>`;
    const end = printedTo?.replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
    return [
      ...(end ? [defined('Print_Area', `$A$1:${end}`)] : []),
      ...(hasHeading ? [defined('Print_Titles', '$1:$1')] : []),
    ];
  });
  return names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '';
}

function workbookXml(sheets: readonly ListedSheet[]): string {
  const entries = sheets.map(({ name, number }) => {
    const attribute = escapeText(name).replaceAll('"', '&quot;');
    return `<sheet name="${attribute}" sheetId="${number}" r:id="sheet${number}"/>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets>${definedNames(sheets)}</workbook>`;
}

function relationships(numbers: number[]): string {
  const entries = numbers.map(
    (number) =>
      `<Relationship Id="sheet${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

/** Plain, bold, UTC date, local date, link, heading, day: the order matches the indices in cells.ts. */
const formats = [
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="165" fontId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="2" applyFont="1"',
  'numFmtId="0" fontId="1" applyFont="1" applyAlignment="1"',
  'numFmtId="14" fontId="0" applyNumberFormat="1"',
].map((format) => {
  const aligned = format.includes('applyAlignment') && '<alignment vertical="top" wrapText="1"/>';
  return `<xf ${format} fillId="0" borderId="0" xfId="0">${aligned || ''}</xf>`;
});

const font = (look: string) => `<font>${look}<name val="Calibri"/></font>`;

const stylesXml = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd&quot;T&quot;hh:mm:ss.000&quot;Z&quot;"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="3">${font('<sz val="11"/>')}${font('<b/><sz val="11"/>')}${font('<u/><sz val="11"/><color rgb="FF0B57A4"/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export interface Chart {
  title: string;
  /** Letters of the columns with the names and heights of the bars. */
  nameColumn: string;
  heightColumn: string;
  /** First and last row of both columns, 1-based. */
  rows: readonly [number, number];
  /** Cells that the chart covers: first and last column and row, 0-based. */
  area: { columns: readonly [number, number]; rows: readonly [number, number] };
}

const DRAWING = `${OPEN}/drawingml/2006/spreadsheetDrawing`;
const DRAWING_MAIN = `${OPEN}/drawingml/2006/main`;
const CHART = `${OPEN}/drawingml/2006/chart`;

const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

export const DRAWING_ID = 'drawing';

/** Returns the parts of a sheet's chart, by path (ECMA-376 part 1, 14.2.1 and 20.5). */
export function chartParts(number: number, sheet: string, chart: Chart): Record<string, string> {
  return {
    [`xl/worksheets/_rels/sheet${number}.xml.rels`]: relationship(
      DRAWING_ID,
      'drawing',
      `../drawings/drawing${number}.xml`,
    ),
    [drawingPath(number)]: drawingXml(chart),
    [`xl/drawings/_rels/drawing${number}.xml.rels`]: relationship(
      'chart',
      'chart',
      `../charts/chart${number}.xml`,
    ),
    [chartPath(number)]: chartXml(sheet, chart),
  };
}

const drawingPath = (number: number) => `xl/drawings/drawing${number}.xml`;
const chartPath = (number: number) => `xl/charts/chart${number}.xml`;

const relationship = (id: string, type: string, target: string) =>
  `${HEAD}<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

function drawingXml({ title, area }: Chart): string {
  const corner = (name: string, side: 0 | 1) =>
    `<xdr:${name}><xdr:col>${area.columns[side]}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${area.rows[side]}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const name = escapeText(title).replaceAll('"', '&quot;');
  return `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${DRAWING_MAIN}"><xdr:twoCellAnchor>${corner('from', 0)}${corner('to', 1)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="${name}" descr="${name}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${OFFICE}" r:id="chart"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
}

function chartXml(sheet: string, { title, nameColumn, heightColumn, rows }: Chart): string {
  const quoted = `'${sheet.replaceAll("'", "''")}'`;
  const range = (column: string) =>
    escapeText(`${quoted}!$${column}$${rows[0]}:$${column}$${rows[1]}`);
  const words = `<a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr sz="1200" b="1"/><a:t>${escapeText(title)}</a:t></a:r></a:p>`;
  const axis = (id: number, other: number, position: string, more: string) =>
    `<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${more}<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${other}"/><c:crosses val="autoZero"/>`;
  return `${HEAD}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING_MAIN}"><c:chart><c:title><c:tx><c:rich>${words}</c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill><a:srgbClr val="1F5FA8"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${range(nameColumn)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${range(heightColumn)}</c:f></c:numRef></c:val></c:ser><c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx>${axis(1, 2, 'b', '')}</c:catAx><c:valAx>${axis(2, 1, 'l', '<c:majorGridlines/>')}</c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}
