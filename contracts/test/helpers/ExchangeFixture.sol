// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {USDB} from "../../src/faucet/USDB.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Taxes} from "../../src/tokens/Taxes.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";
import {Test} from "./Test.sol";

/// @dev USDB, TIDE, factory, taxes and router, connected as in `scripts/local/deploy.ts`, and wallets with USDB.
abstract contract ExchangeFixture is Test {
    address internal constant OPERATOR = address(0x0be1a102);
    address internal constant TREASURY = address(0x72ea5027);
    address internal constant FAUCET = address(0xfa0ce7);
    address internal constant TIDE_DEV = address(0x71dede0);
    address internal constant DEV = address(0xde0);
    address internal constant ALICE = address(0xa11ce);
    address internal constant BOB = address(0xb0b);

    USDB internal usdb;
    MainToken internal main;
    TokenFactory internal factory;
    Taxes internal taxes;
    Swap internal swap;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        usdb = USDB(deploy("USDB", abi.encode(OPERATOR, FAUCET)));
        main = MainToken(deploy("MainToken", abi.encode(usdb, OPERATOR, TIDE_DEV)));
        factory = TokenFactory(deploy("TokenFactory", abi.encode(main, OPERATOR)));
        taxes = Taxes(deploy("Taxes", abi.encode(main, factory, TREASURY, OPERATOR)));
        swap = Swap(deploy("Swap", abi.encode(main, factory, taxes)));
        vm.startPrank(OPERATOR);
        factory.setTokenDeployer(deploy("FactoryTokenDeployer", ""));
        main.setSwap(address(swap));
        taxes.setMarketRegistry(address(factory));
        vm.stopPrank();
        fund(ALICE, 1_000_000e18);
        fund(BOB, 1_000_000e18);
    }

    function fund(address wallet, uint256 amount) internal {
        vm.prank(OPERATOR);
        usdb.mint(wallet, amount);
        approve(wallet, address(usdb));
        approve(wallet, address(main));
    }

    function approve(address wallet, address token) internal {
        vm.prank(wallet);
        IERC20(token).approve(address(swap), type(uint256).max);
    }

    /// @dev Creates a token of DEV, approved to the router by ALICE and BOB.
    function launch(uint256 multiplier) internal returns (FactoryToken) {
        return launch(multiplier, false, 0, 1_000);
    }

    function launch(uint256 multiplier, bool frozen, uint256 bonding, uint256 startLP)
        internal
        returns (FactoryToken token)
    {
        vm.prank(DEV);
        token = FactoryToken(
            factory.createToken("REEF", "Reef", multiplier, frozen, bonding, startLP, false, 0, false)
        );
        approve(ALICE, address(token));
        approve(BOB, address(token));
    }

    function buy(address trader, address token, uint256 amount) internal returns (uint256) {
        address[] memory path = token == address(main)
            ? pathOf(address(usdb), token)
            : pathOf(address(usdb), address(main), token);
        vm.prank(trader);
        return swap.buyTokens(amount, 0, path, false);
    }

    function sell(address trader, address token, uint256 amount) internal returns (uint256) {
        address[] memory path = token == address(main)
            ? pathOf(token, address(usdb))
            : pathOf(token, address(main), address(usdb));
        vm.prank(trader);
        return swap.sellTokens(amount, 0, path, false);
    }

    function sellForTide(address trader, address token, uint256 amount) internal returns (uint256) {
        vm.prank(trader);
        return swap.sellTokens(amount, 0, pathOf(token, address(main)), false);
    }

    function pathOf(address a, address b) internal pure returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = (a, b);
    }

    function pathOf(address a, address b, address c) internal pure returns (address[] memory path) {
        path = new address[](3);
        (path[0], path[1], path[2]) = (a, b, c);
    }
}
