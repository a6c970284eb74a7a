{{- define "arena.labels" -}}
app.kubernetes.io/name: botarena
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* What tells the pods of one kind of process: (dict "root" $ "process" "gateway"). */}}
{{- define "arena.selector" -}}
app.kubernetes.io/name: botarena
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .process }}
{{- end }}

{{- define "arena.secret" -}}
{{ .Values.secret.existing | default (printf "%s-arena" .Release.Name) }}
{{- end }}

{{- define "arena.image" -}}
{{ .root.Values.image.repository }}-{{ .process }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* A pod of one kind of process:
     (dict "root" $ "process" "worker" "values" .Values.worker "probe" PROBES "extra" POD). */}}
{{- define "arena.pod" -}}
metadata:
  labels:
    {{- include "arena.selector" . | nindent 4 }}
  annotations:
    checksum/settings: {{ toYaml .root.Values.settings | sha256sum }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ add 15 (.values.drainSeconds | default 10) }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: {type: {{ eq .process "hosting" | ternary "Unconfined" "RuntimeDefault" }}}
  {{- with .values.runtimeClassName }}
  runtimeClassName: {{ . }}
  {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "arena.selector" . | nindent 10 }}
  containers:
    - name: {{ .process }}
      image: {{ include "arena.image" . }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      envFrom:
        - secretRef: {name: {{ include "arena.secret" .root }}}
        - configMapRef: {name: {{ .root.Release.Name }}-arena}
      env:
        - name: ARENA_DRAIN_S
          value: {{ .values.drainSeconds | default 10 | quote }}
      ports:
        - {name: metrics, containerPort: {{ .root.Values.metrics.port }}}
        {{- with .port }}
        - {name: {{ .name }}, containerPort: {{ .number }}}
        {{- end }}
      {{- with .probes }}
      {{- toYaml . | nindent 6 }}
      {{- else }}
      livenessProbe:
        httpGet: {path: /metrics, port: metrics}
        initialDelaySeconds: 20
        periodSeconds: 15
        timeoutSeconds: 5
      {{- end }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - {name: tmp, mountPath: /tmp}
        - {name: data, mountPath: /data}
        {{- with .mounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    - name: data
      emptyDir: {}
    {{- with .volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
