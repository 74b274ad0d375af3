// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {USDB} from "../../src/faucet/USDB.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Taxes} from "../../src/tokens/Taxes.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";
import {Test} from "./Test.sol";

/// @dev Calls everything as anybody but the operator and the victim, with the victim named wherever a wallet
/// can be named. Failures are expected; what succeeds must not cost the victim anything.
contract Thieves is Test {
    USDB private immutable usdb;
    MainToken private immutable main;
    FactoryToken private immutable token;
    TokenFactory private immutable factory;
    Taxes private immutable taxes;
    Swap private immutable swap;
    address private immutable victim;
    address[] private _thieves;

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
        address[] memory thieves
    ) {
        (usdb, main, token, factory) = (usdb_, main_, token_, factory_);
        (taxes, swap, victim, _thieves) = (taxes_, swap_, victim_, thieves);
    }

    function takeDirectly(uint256 who, uint256 kind, uint256 amount) external {
        address[3] memory assets = [address(usdb), address(main), address(token)];
        address asset = assets[kind % 3];
        address thief = _thieves[who % _thieves.length];
        _try(thief, asset, abi.encodeCall(usdb.transferFrom, (victim, thief, amount)));
        _try(thief, asset, abi.encodeCall(usdb.transferFrom, (victim, address(swap), amount % 1e18)));
    }

    function pretendToBeTheRouter(uint256 who, uint256 kind, uint256 amount) external {
        address thief = _thieves[who % _thieves.length];
        amount = bound(amount, 1, 10e18);
        bytes[4] memory calls = [
            abi.encodeCall(main.buyTokens, (amount, victim)),
            abi.encodeCall(main.sellTokens, (amount, victim)),
            abi.encodeCall(main.routeBuy, (amount, victim, thief)),
            abi.encodeCall(main.routeSell, (amount, victim))
        ];
        _try(thief, kind & 8 == 0 ? address(main) : address(token), calls[kind % 4]);
    }

    /// The victim has approved the router without limit: only the victim may make use of it.
    function tradeAround(uint256 who, uint256 kind, uint256 amount) external {
        address thief = _thieves[who % _thieves.length];
        amount = bound(amountOf(amount, 10_000e18), 1e9, 10_000e18);
        address[] memory path = new address[](kind & 1 == 0 ? 2 : 3);
        (path[0], path[1]) = (address(usdb), address(main));
        if (path.length == 3) path[2] = address(token);
        if (kind & 2 != 0) (path[0], path[path.length - 1]) = (path[path.length - 1], path[0]);
        bytes memory call = kind & 2 == 0
            ? abi.encodeCall(swap.buyTokens, (amount, 0, path, false))
            : abi.encodeCall(swap.sellTokens, (amount, 0, path, false));
        _try(thief, address(swap), call);
    }

    function abuseTheFaucet(uint256 who, uint256 amount) external {
        address thief = _thieves[who % _thieves.length];
        _try(thief, address(usdb), abi.encodeCall(usdb.claimFor, (victim, thief, amount)));
        _try(thief, address(usdb), abi.encodeCall(usdb.faucet, (victim)));
        _try(thief, address(usdb), abi.encodeCall(usdb.mint, (thief, amount)));
        vm.warp(block.timestamp + amount % 1 days);
    }

    function seizeTheRoles(uint256 who, uint256 kind) external {
        address thief = _thieves[who % _thieves.length];
        address[4] memory owned = [address(main), address(usdb), address(taxes), address(factory)];
        address target = owned[kind % 4];
        _try(thief, target, abi.encodeCall(main.transferOwnership, (thief)));
        _try(thief, target, abi.encodeCall(main.acceptOwnership, ()));
        _try(thief, address(main), abi.encodeCall(main.setSwap, (thief)));
        _try(thief, address(factory), abi.encodeCall(factory.setMarket, (thief, true)));
        _try(thief, address(taxes), abi.encodeCall(taxes.setMarketRegistry, (thief)));
        _try(thief, address(taxes), abi.encodeCall(taxes.setReceivers, (thief, thief)));
    }

    /// The creator of a token is no more than a creator.
    function misuseTheToken(uint256 who, uint256 amount) external {
        address thief = _thieves[who % _thieves.length];
        address[] memory wallets = new address[](1);
        wallets[0] = victim;
        _try(thief, address(token), abi.encodeCall(token.SetWhitelistedWallet, (wallets, amount, "")));
        _try(thief, address(token), abi.encodeCall(token.RemoveWhitelist, (victim)));
        _try(thief, address(token), abi.encodeCall(token.claimRewards, ()));
        _try(thief, address(token), abi.encodeCall(token.distributeRewards, (amount)));
        _try(
            thief,
            address(taxes),
            abi.encodeCall(taxes.addDevShare, (address(token), victim, 1 + amount % 100))
        );
        _try(thief, address(taxes), abi.encodeCall(taxes.collect, (address(token), amount)));
        _try(thief, address(taxes), abi.encodeCall(taxes.startSurgeTax, (700, 0, 1 hours, address(token))));
    }

    function _try(address sender, address target, bytes memory call) private {
        vm.prank(sender);
        (bool ok,) = target.call(call);
        ++attempts;
        if (ok) ++successes;
    }
}
