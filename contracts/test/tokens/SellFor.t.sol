// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {ITaxes} from "../../src/tokens/ITaxes.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {MarketMock} from "../helpers/MarketMock.sol";
import {Vm} from "../helpers/Test.sol";

/// @dev Functions of router and taxes that are reserved to market contracts.
contract SellForTest is ExchangeFixture {
    bytes32 private constant TRADED = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");

    MarketMock private market;
    address private prediction;
    FactoryToken private token;
    uint256 private held;

    function setUp() public override {
        super.setUp();
        market = new MarketMock();
        vm.prank(OPERATOR);
        factory.setMarket(address(market), true);
        prediction = market.create(factory, DEV);
        token = launch(50);
        held = buy(ALICE, address(token), 100e18);
    }

    function test_onlyMarketsSellForOthers() public {
        vm.prank(ALICE);
        vm.expectRevert(ISwap.OnlyMarket.selector);
        swap.sellFor(ALICE, 1e18, 0, _path(address(token)));
        vm.prank(OPERATOR);
        factory.setMarket(address(market), false);
        vm.expectRevert(ISwap.OnlyMarket.selector);
        market.sellFor(swap, ALICE, 1e18, 0, _path(address(token)));
    }

    function test_everyPathPaysUsdb() public {
        address[][4] memory paths = [
            pathOf(address(token), address(main)),
            pathOf(address(usdb), address(main)),
            pathOf(address(usdb), address(main), address(token)),
            pathOf(address(token), address(usdb))
        ];
        for (uint256 i; i < paths.length; ++i) {
            vm.expectRevert(ISwap.InvalidPath.selector);
            market.sellFor(swap, ALICE, 1e18, 0, paths[i]);
        }
    }

    /// The market receives the USDB, the events name the trader, and the tax rate is that of the token.
    function test_eventsNameTheTrader() public {
        uint256 quote = swap.getAmountsOut(held, _path(address(token)));
        vm.prank(ALICE);
        token.transfer(address(swap), held);
        vm.recordLogs();
        market.sellFor(swap, ALICE, held, quote, _path(address(token)));
        vm.assertEq(usdb.balanceOf(address(market)), quote);
        vm.assertEq(token.totalSupply(), 0);
        vm.assertEq(usdb.balanceOf(address(swap)) + token.balanceOf(address(swap)), 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 legs;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != TRADED) continue;
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), ALICE);
            (,,, uint8 kind) = abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
            vm.assertEq(kind, 1);
            ++legs;
        }
        vm.assertEq(legs, 2, "the token's and TIDE's");
    }

    function test_tideIsSoldInOneLeg() public {
        uint256 tide = buy(ALICE, address(main), 100e18);
        uint256 quote = swap.getAmountsOut(tide, pathOf(address(main), address(usdb)));
        vm.prank(ALICE);
        main.transfer(address(swap), tide);
        vm.assertEq(market.sellFor(swap, ALICE, tide, quote, pathOf(address(main), address(usdb))), quote);
        vm.assertEq(main.balanceOf(address(swap)), 0);
    }

    function test_leastOutputBinds() public {
        uint256 quote = swap.getAmountsOut(held, _path(address(token)));
        vm.prank(ALICE);
        token.transfer(address(swap), held);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        market.sellFor(swap, ALICE, held, quote + 1, _path(address(token)));
    }

    /// Only tokens that were sent to the router are sold: it does not use approvals of traders here.
    function test_onlyWhatTheRouterHoldsIsSold() public {
        vm.expectRevert();
        market.sellFor(swap, ALICE, held, 0, _path(address(token)));
        vm.assertEq(token.balanceOf(ALICE), held);
    }

    function test_poolsSellForTheRouterOnly() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IPool.OnlySwap.selector);
        token.routeSell(1, ALICE, 1);
        vm.expectRevert(IPool.OnlySwap.selector);
        main.routeSell(1, ALICE, 1);
        vm.stopPrank();
    }

    /// A market pays tax for its own token only; it is split like any other tax.
    function test_marketsPayTheirOwnTax() public {
        vm.prank(OPERATOR);
        usdb.mint(address(market), 15e18);
        market.payTax(taxes, usdb, prediction, 15e18);
        vm.assertEq(usdb.balanceOf(address(market)), 10e18);
        vm.assertEq(market.pot(), 9.5e18);
        vm.assertEq(market.bounty(), 0.5e18);
        vm.assertEq(usdb.balanceOf(address(taxes)), 0);
    }

    function test_marketsPayForNoOtherToken() public {
        MarketMock other = new MarketMock();
        vm.startPrank(OPERATOR);
        factory.setMarket(address(other), true);
        usdb.mint(address(other), 15e18);
        vm.stopPrank();
        address[3] memory foreign = [prediction, address(token), address(main)];
        for (uint256 i; i < foreign.length; ++i) {
            vm.expectRevert(ITaxes.OnlySwap.selector);
            other.payTax(taxes, usdb, foreign[i], 15e18);
        }
    }

    function _path(address from) private view returns (address[] memory) {
        return pathOf(from, address(main), address(usdb));
    }
}
