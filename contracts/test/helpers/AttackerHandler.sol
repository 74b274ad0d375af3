// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {USDB} from "../../src/faucet/USDB.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Taxes} from "../../src/tokens/Taxes.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the invariant test about foreign tokens. Calls every function from wallets that are neither the
/// operator nor the victim, with the victim as argument wherever a wallet is one. Calls may revert; a call that succeeds
/// must not reduce the victim's balances.
contract AttackerHandler is Test {
    USDB private immutable usdb;
    MainToken private immutable main;
    FactoryToken private immutable token;
    TokenFactory private immutable factory;
    Taxes private immutable taxes;
    Swap private immutable swap;
    address private immutable victim;
    address[] private _attackers;

    uint256 public attempts;
    uint256 public successes;

    constructor(
        USDB usdb_,
        MainToken main_,
        FactoryToken token_,
        TokenFactory factory_,
        Taxes taxes_,
        Swap swap_,
        address victim_,
        address[] memory attackers
    ) {
        (usdb, main, token, factory) = (usdb_, main_, token_, factory_);
        (taxes, swap, victim, _attackers) = (taxes_, swap_, victim_, attackers);
    }

    function transferFromVictim(uint256 who, uint256 kind, uint256 amount) external {
        address[3] memory assets = [address(usdb), address(main), address(token)];
        address asset = assets[kind % 3];
        address attacker = _attackers[who % _attackers.length];
        _tryCall(attacker, asset, abi.encodeCall(usdb.transferFrom, (victim, attacker, amount)));
        _tryCall(attacker, asset, abi.encodeCall(usdb.transferFrom, (victim, address(swap), amount % 1e18)));
    }

    function callAsRouter(uint256 who, uint256 kind, uint256 amount) external {
        address attacker = _attackers[who % _attackers.length];
        amount = bound(amount, 1, 10e18);
        bytes[4] memory calls = [
            abi.encodeCall(main.buyTokens, (amount, victim)),
            abi.encodeCall(main.sellTokens, (amount, victim)),
            abi.encodeCall(main.routeBuy, (amount, victim, attacker)),
            abi.encodeCall(main.routeSell, (amount, victim, 1))
        ];
        _tryCall(attacker, kind & 8 == 0 ? address(main) : address(token), calls[kind % 4]);
    }

    /// The victim has approved the router without limit. Only the victim may use that approval.
    function tradeWithVictimsApproval(uint256 who, uint256 kind, uint256 amount) external {
        address attacker = _attackers[who % _attackers.length];
        amount = bound(amountOf(amount, 10_000e18), 1e9, 10_000e18);
        address[] memory path = new address[](kind & 1 == 0 ? 2 : 3);
        (path[0], path[1]) = (address(usdb), address(main));
        if (path.length == 3) path[2] = address(token);
        if (kind & 2 != 0) (path[0], path[path.length - 1]) = (path[path.length - 1], path[0]);
        bytes memory call = kind & 2 == 0
            ? abi.encodeCall(swap.buyTokens, (amount, 0, path, false))
            : abi.encodeCall(swap.sellTokens, (amount, 0, path, false));
        _tryCall(attacker, address(swap), call);
    }

    function claimForVictim(uint256 who, uint256 amount) external {
        address attacker = _attackers[who % _attackers.length];
        _tryCall(attacker, address(usdb), abi.encodeCall(usdb.claimFor, (victim, attacker, amount)));
        _tryCall(attacker, address(usdb), abi.encodeCall(usdb.faucet, (victim)));
        _tryCall(attacker, address(usdb), abi.encodeCall(usdb.mint, (attacker, amount)));
        vm.warp(vm.getBlockTimestamp() + amount % 1 days);
    }

    function takeRoles(uint256 who, uint256 kind) external {
        address attacker = _attackers[who % _attackers.length];
        address[4] memory owned = [address(main), address(usdb), address(taxes), address(factory)];
        address target = owned[kind % 4];
        _tryCall(attacker, target, abi.encodeCall(main.transferOwnership, (attacker)));
        _tryCall(attacker, target, abi.encodeCall(main.acceptOwnership, ()));
        _tryCall(attacker, address(main), abi.encodeCall(main.setSwap, (attacker)));
        _tryCall(attacker, address(factory), abi.encodeCall(factory.setMarket, (attacker, true)));
        _tryCall(attacker, address(taxes), abi.encodeCall(taxes.setMarketRegistry, (attacker)));
        _tryCall(attacker, address(taxes), abi.encodeCall(taxes.setReceivers, (attacker, attacker)));
    }

    /// The creator of a token cannot move tokens of its holders.
    function manageVictimsToken(uint256 who, uint256 amount) external {
        address attacker = _attackers[who % _attackers.length];
        address[] memory wallets = new address[](1);
        wallets[0] = victim;
        _tryCall(attacker, address(token), abi.encodeCall(token.SetWhitelistedWallet, (wallets, amount, "")));
        _tryCall(attacker, address(token), abi.encodeCall(token.RemoveWhitelist, (victim)));
        _tryCall(attacker, address(token), abi.encodeCall(token.claimRewards, ()));
        _tryCall(attacker, address(token), abi.encodeCall(token.distributeRewards, (amount)));
        _tryCall(
            attacker,
            address(taxes),
            abi.encodeCall(taxes.addDevShare, (address(token), victim, 1 + amount % 100))
        );
        _tryCall(attacker, address(taxes), abi.encodeCall(taxes.collect, (address(token), amount)));
        _tryCall(
            attacker, address(taxes), abi.encodeCall(taxes.startSurgeTax, (700, 0, 1 hours, address(token)))
        );
    }

    function _tryCall(address sender, address target, bytes memory call) private {
        vm.prank(sender);
        (bool ok,) = target.call(call);
        ++attempts;
        if (ok) ++successes;
    }
}
