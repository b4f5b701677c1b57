# An image of the server, built from the Debian package. Untested as a whole: it was written where no engine for containers runs. Its steps
# are those of `scripts/package --test`, which installs and serves in a fresh Debian.
#
#   docker build -t tavoliere .
#   docker run -p 127.0.0.1:8080:8080 -v tavoliere:/var/lib/tavoliere tavoliere serve --host 0.0.0.0 \
#       --store sqlite:/var/lib/tavoliere/games.db --origin https://play.example --proxy ADDRESS
FROM debian:bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends git ca-certificates
COPY . /src
# git names the commit only to who owns the folder, or is told that it is safe.
RUN git config --global --add safe.directory /src && /src/scripts/package

FROM debian:bookworm-slim
COPY --from=build /src/build/package/tavoliere_*.deb /tmp/
RUN apt-get update && \
    apt-get install -y --no-install-recommends systemd-standalone-sysusers librsvg2-bin fonts-dejavu-core /tmp/tavoliere_*.deb && \
    rm -rf /tmp/tavoliere_*.deb /var/lib/apt/lists/* && \
    install -d -o tavoliere -g tavoliere -m 0700 /var/lib/tavoliere
USER tavoliere
WORKDIR /var/lib/tavoliere
VOLUME /var/lib/tavoliere
EXPOSE 8080
ENTRYPOINT ["tavoliere"]
CMD ["serve", "--host", "0.0.0.0", "--store", "sqlite:/var/lib/tavoliere/games.db"]
